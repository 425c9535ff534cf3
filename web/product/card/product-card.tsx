import { Link } from '@tanstack/react-router'
import { type FocusEvent, memo, type PointerEvent, useState } from 'react'
import type { CardProduct, Discount } from '#shared/contract/product.ts'
import { formatNaira } from '#shared/naira.ts'
import { Badge } from '#ui/badge.tsx'
import { classes } from '#ui/class-name.ts'
import { useSavesData } from '#ui/data-saver.ts'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { STAR } from '#ui/star-shape.ts'
import { useListState } from '#web/data/listing-search.ts'
import { Picture } from '#web/item/picture.tsx'
import { Price } from '#web/item/price.tsx'
import { ColourDot } from '#web/product/colour-dot.tsx'
import { useShownPrice } from '#web/product/use-shown-price.ts'
import { useOpenOverlay } from '#web/state/overlay.ts'
import { useWishlistToggle } from '#web/wishlist/use-wishlist-toggle.ts'

const DOTS_SHOWN = 4
const EYE = {
  d: 'M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
}

/**
 * `color` is the one that its pictures show, if the list is of certain colours: the product opens in it. `sizes` is the
 * picture's displayed width; `isPriority` is that of `Picture`. Memoized: changes around forty-eight cards must not re-render
 * them.
 */
export const ProductCard = memo(function ProductCard({
  product,
  color,
  isPriority = false,
  sizes,
}: {
  product: CardProduct
  color?: string | undefined
  isPriority?: boolean
  sizes: string
}) {
  const { id, name, image, images, variants, tags, discount, numReviews } = product
  const [isPointedAt, setIsPointedAt] = useState(false)
  const shown = useShownPrice(product)
  const { isWishlisted, toggle } = useWishlistToggle({ ...product, color }, shown.price)
  const savesData = useSavesData()
  const openOverlay = useOpenOverlay()
  const listState = useListState()
  const isSoldOut = product.qtyAvailable === 0
  const isDiscounted = shown.original !== null
  const isNew = tags.includes('NewIn') && !isSoldOut
  const second = isPointedAt ? images[1] : undefined
  const picture = classes('card-picture', isSoldOut && 'faded')
  const pointAt = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && !savesData) setIsPointedAt(true)
  }
  const focusOn = (event: FocusEvent) => {
    if (event.target.matches(':focus-visible') && matchMedia('(hover: hover)').matches && !savesData)
      setIsPointedAt(true)
  }
  return (
    <article
      className={classes('card', isSoldOut && 'text-ink-mute')}
      onPointerEnter={pointAt}
      onFocus={focusOn}
    >
      <div>
        <div className="card-media">
          <Picture src={image} alt="" sizes={sizes} isPriority={isPriority} className={picture} />
          {second && (
            <Picture src={second} alt="" sizes={sizes} className={classes(picture, 'card-second')} />
          )}
          {(isSoldOut || isDiscounted || isNew) && (
            <div className="card-badges">
              {isSoldOut && (
                <Badge tone="plain" className="card-badge">
                  Sold out
                </Badge>
              )}
              {isDiscounted && discount && (
                <Badge tone="accent" className="card-badge">
                  {discountLabel(discount)}
                </Badge>
              )}
              {isNew && <Badge className="card-badge">New</Badge>}
            </div>
          )}
          <button
            type="button"
            aria-pressed={isWishlisted}
            aria-label={`${name}: wishlist`}
            className="card-button top-0"
            onClick={toggle}
          >
            <Icon name={isWishlisted ? 'heart-filled' : 'heart'} className="card-icon" />
          </button>
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={`${name}: quick view`}
            className="card-button bottom-0"
            onClick={() => openOverlay(`quick-view:${id}`)}
          >
            <Icon name={EYE} className="card-icon" />
          </button>
        </div>
        <h3 className="card-name">
          <Link
            to="/products/$id"
            params={{ id }}
            search={color === undefined ? {} : { color }}
            state={listState}
            className="covering"
          >
            {name}
          </Link>
        </h3>
      </div>
      <div className="card-foot">
        <Price {...shown} className="card-price" />
        <div className="card-facts">
          {variants.length > 0 ? <Colours colors={variants} /> : <span />}
          {numReviews > 0 && <Score ratings={product.ratings} numReviews={numReviews} />}
        </div>
      </div>
    </article>
  )
})

function Colours({ colors }: { colors: readonly string[] }) {
  const more = colors.length - DOTS_SHOWN
  return (
    <p role="img" aria-label={`Colors: ${colors.join(', ')}`} className="card-colours">
      {colors.slice(0, DOTS_SHOWN).map((color) => (
        <ColourDot key={color} color={color} className="size-3" />
      ))}
      {more > 0 && <small className="text-2xs text-ink-mute">{`+${more}`}</small>}
    </p>
  )
}

function Score({ ratings, numReviews }: Pick<CardProduct, 'ratings' | 'numReviews'>) {
  const rating = ratings.toFixed(1)
  const shoppers = `${numReviews} ${numReviews === 1 ? 'shopper' : 'shoppers'}`
  return (
    <span role="img" aria-label={`Rated ${rating} out of 5 by ${shoppers}`} className="card-score">
      <Icon name={STAR.full} className="size-3 text-ink" />
      <b className="text-ink">{rating}</b>
      <span>{`(${numReviews})`}</span>
    </span>
  )
}

/** Takes exactly the space of a card with a one-line name. */
export function ProductCardSkeleton() {
  return (
    <div aria-hidden="true" className="card">
      <div>
        <Skeleton className="aspect-4/5" />
        <div className="card-name">
          <Skeleton className="my-0.75 h-[calc(1lh-0.375rem)] w-4/5" />
        </div>
      </div>
      <div className="card-foot">
        <p className="text-sm">
          <Skeleton className="my-0.75 h-[calc(1lh-0.375rem)] w-2/5" />
        </p>
        <Skeleton className="mt-2 h-4 w-1/4" />
      </div>
    </div>
  )
}

/** "-25%" or "-₦2,000". */
export function discountLabel(discount: Pick<Discount, 'type' | 'amount'>): string {
  return discount.type === 'fixed' ? formatNaira(-discount.amount) : `-${discount.amount}%`
}
