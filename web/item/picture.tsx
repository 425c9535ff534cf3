import { parsePicture, pictureSrcSet, pictureWidthWithin } from '#shared/picture.ts'
import { classes } from '#ui/class-name.ts'
import { savingSizes, useIsDrawnSaving, useSavesData } from '#ui/data-saver.ts'
import { useIsSeen } from '#ui/use-is-seen.ts'

/** Enough for a card on a phone. */
const MEDIUM_PX = 480

/** Browsers load lazy pictures from far away, which a shopper who saves data may never scroll to. */
const NEAR_PX = 200

/**
 * A picture of the shop in the format and width that suit the screen; a foreign address is shown as it is. `sizes` is its
 * displayed width, in px and vw. Its space is reserved by the class name or by what is around it; `isPriority` is for the
 * few that are in the first view on every screen; `withoutAvifPx` is the width of the one WebP for the few browsers that cannot
 * read AVIF. For shoppers who save data it is smaller, and all but the priority ones are loaded when scrolled near.
 */
export function Picture({
  src,
  alt,
  sizes,
  isPriority = false,
  className,
  withoutAvifPx = MEDIUM_PX,
}: {
  src: string
  alt: string
  sizes: string
  isPriority?: boolean
  className?: string | undefined
  withoutAvifPx?: number
}) {
  const savesData = useSavesData()
  const [image, isNear] = useIsSeen<HTMLImageElement>({
    marginPx: NEAR_PX,
    isWatching: savesData && !isPriority,
  })
  const isDrawnSaving = useIsDrawnSaving(image)
  const shape = isPriority
    ? ({ decoding: 'sync', fetchPriority: 'high', className } as const)
    : ({ loading: 'lazy', className } as const)
  const picture = parsePicture(src)
  // React warns of an empty address.
  if (picture === undefined) return <img ref={image} src={src || undefined} alt={alt} {...shape} />
  // Browsers without WebP are too old for the stylesheet as well.
  const webp = `${picture.stem}.${pictureWidthWithin(picture.width, withoutAvifPx)}.webp`
  const isWaiting = isDrawnSaving && !isPriority && !isNear
  const source = (
    <source
      type="image/avif"
      srcSet={pictureSrcSet(picture, 'avif')}
      sizes={isDrawnSaving ? savingSizes(sizes) : sizes}
    />
  )
  return (
    <>
      <picture>
        {!isWaiting && source}
        <img
          ref={image}
          {...(isWaiting ? {} : { src: webp })}
          alt={alt}
          {...shape}
          className={isWaiting ? classes(className, 'noscript:hidden') : className}
        />
      </picture>
      {isWaiting && (
        <noscript>
          <picture>
            {source}
            <img src={webp} alt={alt} {...shape} />
          </picture>
        </noscript>
      )}
    </>
  )
}
