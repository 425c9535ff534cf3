import { type Picture as Parsed, parsePicture, pictureSrcSet, pictureWidths } from '#shared/picture.ts'
import { classes } from './class-name.ts'
import { useIsLight } from './light.ts'
import { lightSizes, useIsDrawnLight } from './use-drawn-sizes.ts'
import { useIsSeen } from './use-is-seen.ts'

/** WebP is for the few browsers without AVIF: every page lists only these of its widths. */
const WEBP_WIDTHS: readonly number[] = [240, 480, 1080]

/** Browsers load lazy pictures from far away, which a shopper who saves data may never scroll to. */
const NEAR_PX = 200

/**
 * A picture of the shop in the format and width that suit the screen; a foreign address is shown as it is. `sizes` is its
 * displayed width, in px and vw. Width and height reserve its space; `isPriority` is for the few that are in the first view
 * on every screen. For shoppers who save data it is smaller, and all but the priority ones are loaded when scrolled near.
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
  const isLight = useIsLight()
  const [image, isNear] = useIsSeen<HTMLImageElement>({
    marginPx: NEAR_PX,
    isWatching: isLight && !isPriority,
  })
  const isDrawnLight = useIsDrawnLight(image)
  const shape = {
    ...(picture ? { width: picture.width, height: picture.height } : {}),
    loading: isPriority ? ('eager' as const) : ('lazy' as const),
    decoding: isPriority ? ('sync' as const) : ('async' as const),
    ...(isPriority ? { fetchPriority: 'high' as const } : {}),
    className: classes('block h-auto max-w-full bg-paper-deep', className),
  }
  if (!picture) return <img ref={image} src={src} alt={alt} {...shape} />
  const isWaiting = isDrawnLight && !isPriority && !isNear
  const sources = <Sources picture={picture} sizes={isDrawnLight ? lightSizes(sizes) : sizes} />
  return (
    <>
      <picture className="contents">
        {!isWaiting && sources}
        <img
          ref={image}
          src={isWaiting ? undefined : plainAddress(picture)}
          alt={alt}
          {...shape}
          className={classes(shape.className, isWaiting && 'noscript:hidden')}
        />
      </picture>
      {isWaiting && (
        <noscript>
          <picture className="contents">
            {sources}
            <img src={plainAddress(picture)} alt={alt} {...shape} />
          </picture>
        </noscript>
      )}
    </>
  )
}

function Sources({ picture, sizes }: { picture: Parsed; sizes: string }) {
  const { stem, width } = picture
  const widths = pictureWidths(width).filter((each) => WEBP_WIDTHS.includes(each) || each === width)
  return (
    <>
      <source type="image/avif" srcSet={pictureSrcSet(picture, 'avif')} sizes={sizes} />
      <source
        type="image/webp"
        srcSet={widths.map((each) => `${stem}.${each}.webp ${each}w`).join(', ')}
        sizes={sizes}
      />
    </>
  )
}

/** For browsers without AVIF and WebP: a medium-sized JPEG. */
function plainAddress(picture: Parsed): string {
  const width = pictureWidths(picture.width).findLast((each) => each <= 480) ?? picture.width
  return `${picture.stem}.${width}.jpg`
}
