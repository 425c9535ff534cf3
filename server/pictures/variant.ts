import {
  PICTURE_FORMATS,
  type Picture,
  type PictureFormat,
  parsePicture,
  pictureWidths,
} from '#shared/picture.ts'

/** A file encoded from an original: a JPEG of its full size, one of the fixed widths, or the social card. */
export type Variant = {
  kind: 'whole' | 'width' | 'card'
  /** File name, unique to the file's content. */
  name: string
  /** File name of the original. */
  original: string
  picture: Picture
  width: number
  format: PictureFormat
}

const VARIANT = /^(\/pictures\/([0-9a-f]+-\d+x\d+-[0-9a-f]{6}))(?:\.(card|\d+))?\.([a-z]+)$/

/**
 * Parses the path of a variant. Undefined for any path that is not one of the picture's few variants, so that nobody can
 * fill the disk by requesting other sizes.
 */
export function parseVariant(path: string): Variant | undefined {
  const match = VARIANT.exec(path)
  const picture = match ? parsePicture(`${match[1]}.jpg`) : undefined
  const format = PICTURE_FORMATS.find((known) => known === match?.[4])
  if (!match || !picture || !format) return undefined
  const original = match[2] ?? ''
  const size = match[3]
  const variant = { name: path.slice('/pictures/'.length), original, picture, format }
  if (size === undefined || size === 'card') {
    if (format !== 'jpg') return undefined
    return size === 'card'
      ? { ...variant, kind: 'card', width: picture.width }
      : { ...variant, kind: 'whole', width: picture.width }
  }
  const width = pictureWidths(picture.width).find((allowed) => String(allowed) === size)
  return width === undefined ? undefined : { ...variant, kind: 'width', width }
}
