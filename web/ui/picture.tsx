import {
  type Picture as Parsed,
  PICTURE_FORMATS,
  parsePicture,
  pictureSrcSet,
  pictureWidths,
} from '#shared/picture.ts'
import { classes } from './class-name.ts'

const TYPE = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const

/**
 * A picture of the shop in the format and width that suit the screen; a foreign address is shown as it is.
 * `sizes` says how wide it will be drawn. The room is kept by width and height; `isPriority` is for the few in first view.
 */
export function Picture({
  src,
  alt,
  sizes,
  isPriority = false,
  className,
}: {
  src: string
  alt: string
  sizes: string
  isPriority?: boolean
  className?: string
}) {
  const picture = parsePicture(src)
  const image = (
    <img
      src={picture ? plainAddress(picture) : src}
      alt={alt}
      {...(picture ? { width: picture.width, height: picture.height } : {})}
      loading={isPriority ? 'eager' : 'lazy'}
      decoding={isPriority ? 'sync' : 'async'}
      {...(isPriority ? { fetchPriority: 'high' as const } : {})}
      className={classes('block h-auto max-w-full bg-paper-deep', className)}
    />
  )
  if (!picture) return image
  return (
    <picture className="contents">
      {PICTURE_FORMATS.map((format) => (
        <source key={format} type={TYPE[format]} srcSet={pictureSrcSet(picture, format)} sizes={sizes} />
      ))}
      {image}
    </picture>
  )
}

/** For browsers that know no <picture>: a middling JPEG. */
function plainAddress(picture: Parsed): string {
  const width = pictureWidths(picture.width).findLast((each) => each <= 480) ?? picture.width
  return `${picture.stem}.${width}.jpg`
}
