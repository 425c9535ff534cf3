import { Link } from '@tanstack/react-router'
import { type FocusEvent, memo, type PointerEvent, useState } from 'react'
import type { CardProduct } from '#shared/contract/product.ts'
import { useOverlay } from '#web/state/overlay.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/class-name.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useIsLight } from '#web/ui/light.ts'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ColourDot } from './colour-dot.tsx'
import { discountLabel } from './discount-label.ts'
import { useShownPrice } from './use-shown-price.ts'
import { useWish } from './use-wish.ts'

/** The listing's grid: two columns on a phone, three from 1024 px, five from 1280 px. */
const LISTING_SIZES = '(min-width: 1600px) 230px, (min-width: 1280px) 14vw, (min-width: 1024px) 20vw, 44vw'
const DOTS_SHOWN = 4

/** Spans two rows of its grid, so that the prices of a row align whatever the names' lengths. */
const CARD = 'group/card two-rows relative'

const ACTION = 'group/action card-action'

/**
 * `sizes` is the picture's displayed width where it is not the listing's grid; `isPriority` is that of `Picture`. Memoized:
 * changes around forty-eight cards must not re-render them.
 */
export const ProductCard = memo(function ProductCard({
  product,
  isPriority = false,
  sizes = LISTING_SIZES,
}: {
  product: CardProduct
  isPriority?: boolean
  sizes?: string
}) {
  const [isPointedAt, setIsPointedAt] = useState(false)
  const { price, original } = useShownPrice(product)
  const { isWished, toggle } = useWish(product, price)
  const second = product.images[1]
  const isSoldOut = product.qtyAvailable === 0
  const isOnSale = original !== null
  const isNew = product.tags.includes('NewIn') && !isSoldOut
  const isLight = useIsLight()
  const pointAt = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && !isLight) setIsPointedAt(true)
  }
  const focusOn = (event: FocusEvent) => {
    if (event.target.matches(':focus-visible') && matchMedia('(hover: hover)').matches && !isLight)
      setIsPointedAt(true)
  }
  return (
    <article className={CARD} onPointerEnter={pointAt} onFocus={focusOn}>
      <div>
        <div className="relative aspect-4/5 overflow-hidden bg-paper-deep">
          <Picture
            src={product.image}
            alt=""
            sizes={sizes}
            isPriority={isPriority}
            className={classes('size-full object-cover', isSoldOut && 'faded')}
          />
          {isPointedAt && second && (
            <Picture
              src={second}
              alt=""
              sizes={sizes}
              className={classes('card-second', isSoldOut && 'faded')}
            />
          )}
          {(isSoldOut || isOnSale || isNew) && (
            <div className="absolute top-2 left-2 flex flex-col items-start gap-1">
              {isSoldOut && <Badge tone="plain">Sold out</Badge>}
              {isOnSale && product.discount && <Badge tone="accent">{discountLabel(product.discount)}</Badge>}
              {isNew && <Badge>New</Badge>}
            </div>
          )}
          <button
            type="button"
            className={classes(ACTION, 'top-0', isWished && 'opacity-100!')}
            aria-pressed={isWished}
            aria-label={`${product.name}: wishlist`}
            onClick={toggle}
          >
            <Icon name={isWished ? 'heart-filled' : 'heart'} className="card-action-face" />
          </button>
          <QuickViewButton product={product} />
        </div>
        <h3 className={classes('pt-3 text-sm leading-snug', isSoldOut && 'text-ink-mute')}>
          <Link to="/products/$id" params={{ id: product.id }} className="covering line-clamp-2">
            {product.name}
          </Link>
        </h3>
      </div>
      <div className={classes('pt-1', isSoldOut && 'text-ink-mute')}>
        <Price price={price} original={original} className="text-sm" />
        <div className="mt-2 flex min-h-4 flex-wrap items-center justify-between gap-2">
          <ColourDots colors={product.variants} />
          <Score ratings={product.ratings} numReviews={product.numReviews} />
        </div>
      </div>
    </article>
  )
})

/** A component of its own, so that overlay changes re-render only the buttons, not forty-eight cards. */
function QuickViewButton({ product }: { product: Pick<CardProduct, 'id' | 'name'> }) {
  const overlay = useOverlay()
  return (
    <button
      type="button"
      className={classes(ACTION, 'bottom-0')}
      aria-haspopup="dialog"
      aria-label={`${product.name}: quick view`}
      onClick={() => overlay.open(`quick-view:${product.id}`)}
    >
      <Icon name="eye" className="card-action-face" />
    </button>
  )
}

function ColourDots({ colors }: { colors: readonly string[] }) {
  if (colors.length === 0) return <span />
  const more = colors.length - DOTS_SHOWN
  return (
    <p role="img" aria-label={`Colours: ${colors.join(', ')}`} className="flex items-center gap-1.5">
      {colors.slice(0, DOTS_SHOWN).map((color) => (
        <ColourDot key={color} color={color} className="size-3" />
      ))}
      {more > 0 && <span aria-hidden="true" className="text-2xs text-ink-mute">{`+${more}`}</span>}
    </p>
  )
}

function Score({ ratings, numReviews }: Pick<CardProduct, 'ratings' | 'numReviews'>) {
  if (numReviews === 0) return null
  return (
    <p
      role="img"
      aria-label={`Rated ${ratings.toFixed(1)} out of 5 by ${numReviews} ${numReviews === 1 ? 'shopper' : 'shoppers'}`}
      className="tabular flex items-center gap-1 text-2xs text-ink-mute leading-none"
    >
      <Icon name="star-filled" className="size-3 text-ink" />
      <span className="font-bold text-ink">{ratings.toFixed(1)}</span>
      {`(${numReviews})`}
    </p>
  )
}

/** Takes exactly the space of a card with a one-line name. */
export function ProductCardSkeleton() {
  return (
    <div aria-hidden="true" className={CARD}>
      <div>
        <Skeleton className="aspect-4/5" />
        <div className="pt-3 text-sm leading-snug">
          <Skeleton className="my-0.75 h-[calc(1lh-0.375rem)] w-4/5" />
        </div>
      </div>
      <div className="pt-1">
        <div className="text-sm">
          <Skeleton className="my-0.75 h-[calc(1lh-0.375rem)] w-2/5" />
        </div>
        <Skeleton className="mt-2 h-4 w-1/4" />
      </div>
    </div>
  )
}
