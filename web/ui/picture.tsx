import { type Picture as Parsed, parsePicture, pictureSrcSet, pictureWidths } from '#shared/picture.ts'
import { classes } from './class-name.ts'
import { useIsLight } from './light.ts'
import { lightSizes, useIsDrawnLight } from './use-drawn-sizes.ts'
import { useIsSeen } from './use-is-seen.ts'

/**
 * WebP is for the few browsers without AVIF: every page lists only these of its widths. Browsers without WebP are too old
 * for the stylesheet as well.
 */
const WEBP_WIDTHS: readonly number[] = [240, 480, 1080]

/** Browsers load lazy pictures from far away, which a shopper who saves data may never scroll to. */
const NEAR_PX = 200

/**
 * A picture of the shop in the format and width that suit the screen; a foreign address is shown as it is. `sizes` is its
 * displayed width, in px and vw. Its space is reserved by the class name or by what is around it; `isPriority` is for the
 * few that are in the first view on every screen. For shoppers who save data it is smaller, and all but the priority ones
 * are loaded when scrolled near.
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
  className?: string | undefined
}) {
  const picture = parsePicture(src)
  const isLight = useIsLight()
  const [image, isNear] = useIsSeen<HTMLImageElement>({
    marginPx: NEAR_PX,
    isWatching: isLight && !isPriority,
  })
  const isDrawnLight = useIsDrawnLight(image)
  const shape = isPriority
    ? ({ decoding: 'sync', fetchPriority: 'high', className } as const)
    : ({ loading: 'lazy', className } as const)
  if (!picture) return <img ref={image} src={src} alt={alt} {...shape} />
  const isWaiting = isDrawnLight && !isPriority && !isNear
  const drawnSizes = isDrawnLight ? lightSizes(sizes) : sizes
  const source = <source type="image/avif" srcSet={pictureSrcSet(picture, 'avif')} sizes={drawnSizes} />
  const others = { srcSet: webpSrcSet(picture), sizes: drawnSizes, src: plainAddress(picture) }
  return (
    <>
      <picture>
        {!isWaiting && source}
        <img
          ref={image}
          {...(isWaiting ? {} : others)}
          alt={alt}
          {...shape}
          className={isWaiting ? classes(className, 'noscript:hidden') : className}
        />
      </picture>
      {isWaiting && (
        <noscript>
          <picture>
            {source}
            <img {...others} alt={alt} {...shape} />
          </picture>
        </noscript>
      )}
    </>
  )
}

function webpSrcSet({ stem, width }: Parsed): string {
  return pictureWidths(width)
    .filter((each) => WEBP_WIDTHS.includes(each) || each === width)
    .map((each) => `${stem}.${each}.webp ${each}w`)
    .join(', ')
}

/** For what reads no `srcset`, such as a crawler: a medium-sized JPEG. */
function plainAddress(picture: Parsed): string {
  const width = pictureWidths(picture.width).findLast((each) => each <= 480) ?? picture.width
  return `${picture.stem}.${width}.jpg`
}
