import { Link } from '@tanstack/react-router'
import { type FocusEvent, memo, type PointerEvent, useState } from 'react'
import type { CardProduct } from '#shared/contract/product.ts'
import { useOpenOverlay } from '#web/state/overlay.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classes } from '#web/ui/class-name.ts'
import { useIsLight } from '#web/ui/light.ts'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { colourDot } from './colour-dot.ts'
import { discountLabel } from './discount-label.ts'
import { productPath } from './product-path.ts'
import { useShownPrice } from './use-shown-price.ts'
import { useWish } from './use-wish.ts'

/** The listing's grid: two columns on a phone, three from 1024 px, five from 1280 px. */
const LISTING_SIZES = '(min-width: 1600px) 230px, (min-width: 1280px) 14vw, (min-width: 1024px) 20vw, 44vw'
const DOTS_SHOWN = 4

/**
 * `color` is the one that its pictures show, if the list is of certain colours: the product opens in it. `sizes` is the
 * picture's displayed width where it is not the listing's grid; `isPriority` is that of `Picture`. Memoized: changes around
 * forty-eight cards must not re-render them.
 */
export const ProductCard = memo(function ProductCard({
  product,
  color,
  isPriority = false,
  sizes = LISTING_SIZES,
}: {
  product: CardProduct
  color?: string | undefined
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
  const openOverlay = useOpenOverlay()
  const pointAt = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && !isLight) setIsPointedAt(true)
  }
  const focusOn = (event: FocusEvent) => {
    if (event.target.matches(':focus-visible') && matchMedia('(hover: hover)').matches && !isLight)
      setIsPointedAt(true)
  }
  return (
    <article className={isSoldOut ? 'card text-ink-mute' : 'card'} onPointerEnter={pointAt} onFocus={focusOn}>
      <div>
        <div>
          <Picture
            src={product.image}
            alt=""
            sizes={sizes}
            isPriority={isPriority}
            className={isSoldOut ? 'faded' : undefined}
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
            <div>
              {isSoldOut && <Badge tone="plain">Sold out</Badge>}
              {isOnSale && product.discount && <Badge tone="accent">{discountLabel(product.discount)}</Badge>}
              {isNew && <Badge>New</Badge>}
            </div>
          )}
          <button
            type="button"
            aria-pressed={isWished}
            aria-label={`${product.name}: wishlist`}
            onClick={toggle}
          />
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={`${product.name}: quick view`}
            onClick={() => openOverlay(`quick-view:${product.id}`)}
          />
        </div>
        <h3>
          <ProductLink id={product.id} color={color}>
            {product.name}
          </ProductLink>
        </h3>
      </div>
      <div>
        <Price price={price} original={original} />
        <div>
          <ColourDots colors={product.variants} />
          <Score ratings={product.ratings} numReviews={product.numReviews} />
        </div>
      </div>
    </article>
  )
})

/** While rendering, a link is its address: the router's own would search all routes for it, forty-eight times a page. */
function ProductLink({ id, color, children }: { id: string; color: string | undefined; children: string }) {
  const wanted = color === undefined ? {} : { color }
  if (import.meta.env.SSR) return <a href={productPath(id, wanted)}>{children}</a>
  return (
    <Link to="/products/$id" params={{ id }} search={wanted}>
      {children}
    </Link>
  )
}

function ColourDots({ colors }: { colors: readonly string[] }) {
  if (colors.length === 0) return <span />
  const more = colors.length - DOTS_SHOWN
  return (
    <p role="img" aria-label={`Colours: ${colors.join(', ')}`}>
      {colors.slice(0, DOTS_SHOWN).map((color) => (
        <span key={color} {...colourDot(color)} />
      ))}
      {more > 0 && <small>{`+${more}`}</small>}
    </p>
  )
}

function Score({ ratings, numReviews }: Pick<CardProduct, 'ratings' | 'numReviews'>) {
  if (numReviews === 0) return null
  return (
    <span
      role="img"
      aria-label={`Rated ${ratings.toFixed(1)} out of 5 by ${numReviews} ${numReviews === 1 ? 'shopper' : 'shoppers'}`}
    >
      <b>{ratings.toFixed(1)}</b>
      {`(${numReviews})`}
    </span>
  )
}

/** Takes exactly the space of a card with a one-line name. */
export function ProductCardSkeleton() {
  return (
    <div aria-hidden="true" className="card">
      <div>
        <Skeleton className="aspect-4/5" />
        <div className="pt-3 text-sm leading-snug">
          <Skeleton className="my-0.75 h-[calc(1lh-0.375rem)] w-4/5" />
        </div>
      </div>
      <div>
        <p className="text-sm">
          <Skeleton className="my-0.75 h-[calc(1lh-0.375rem)] w-2/5" />
        </p>
        <Skeleton className="mt-2 h-4 w-1/4" />
      </div>
    </div>
  )
}
