import { html } from 'hono/html'
import { parsePicture, pictureWidthWithin } from '#shared/picture.ts'
import { type Html, PAPER } from './frame.ts'

/** A product's picture with an absolute URL. If it is not loaded, its size and dominant colour are shown. */
export function mailPicture(
  address: string,
  { variantPx, shownPx }: { variantPx: number; shownPx: number },
  publicUrl: string,
): Html | '' {
  if (address === '') return ''
  const picture = parsePicture(address)
  const source = new URL(
    picture ? `${picture.stem}.${pictureWidthWithin(picture.width, variantPx)}.jpg` : address,
    publicUrl,
  ).href
  const height = picture ? Math.round((shownPx * picture.height) / picture.width) : shownPx
  return html`<img src="${source}" width="${shownPx}" height="${height}" alt="" style="display:block;background:${picture?.dominantHex ?? PAPER};border:0">`
}
