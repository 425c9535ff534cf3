import { parsePicture, pictureWidthWithin } from '#shared/picture.ts'

const WIDTH_PX = 160

/** A product's picture, small: the order's other words say what it shows. */
export function Thumb({ src }: { src: string }) {
  const picture = parsePicture(src)
  const address = picture ? `${picture.stem}.${pictureWidthWithin(picture.width, WIDTH_PX)}.webp` : src
  return <img src={address || undefined} alt="" loading="lazy" className="h-14 w-11 shrink-0 object-cover" />
}
