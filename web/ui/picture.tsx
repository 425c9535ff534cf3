import { useRef } from 'react'
import { type Picture as Parsed, parsePicture, pictureSrcSet, pictureWidths } from '#shared/picture.ts'
import { classes } from './class-name.ts'
import { useDrawnSizes } from './use-drawn-sizes.ts'

const SOURCES = [
  { format: 'avif', type: 'image/avif' },
  { format: 'webp', type: 'image/webp' },
] as const

/**
 * A picture of the shop in the format and width that suit the screen; a foreign address is shown as it is.
 * `sizes` says how wide it will be drawn, in px and vw. The room is kept by width and height; `isPriority` is for the few in
 * first view.
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
  const image = useRef<HTMLImageElement>(null)
  const drawn = useDrawnSizes(image, sizes)
  const element = (
    <img
      ref={image}
      src={picture ? plainAddress(picture) : src}
      alt={alt}
      {...(picture ? { width: picture.width, height: picture.height } : {})}
      loading={isPriority ? 'eager' : 'lazy'}
      decoding={isPriority ? 'sync' : 'async'}
      {...(isPriority ? { fetchPriority: 'high' as const } : {})}
      className={classes('block h-auto max-w-full bg-paper-deep', className)}
    />
  )
  if (!picture) return element
  return (
    <picture className="contents">
      {SOURCES.map(({ format, type }) => (
        <source key={format} type={type} srcSet={pictureSrcSet(picture, format)} sizes={drawn} />
      ))}
      {element}
    </picture>
  )
}

/** For browsers that know neither AVIF nor WebP: a middling JPEG. */
function plainAddress(picture: Parsed): string {
  const width = pictureWidths(picture.width).findLast((each) => each <= 480) ?? picture.width
  return `${picture.stem}.${width}.jpg`
}
