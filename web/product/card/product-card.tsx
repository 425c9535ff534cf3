import { type FocusEvent, memo, type PointerEvent, useState } from 'react'
import type { CardProduct } from '#shared/contract/product.ts'
import { useIsLight } from '#ui/light.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { useShownPrice } from '#web/product/use-shown-price.ts'
import { useWish } from '#web/product/use-wish.ts'
import { useOpenOverlay } from '#web/state/overlay.ts'
import { CardArticle, cardShape, cardTexts } from './card-article.tsx'

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
  const [isPointedAt, setIsPointedAt] = useState(false)
  const shown = useShownPrice(product)
  const { isWished, toggle } = useWish(product, shown.price)
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
    <CardArticle
      texts={cardTexts(product, shown)}
      shape={cardShape(product, { isLight, sizes, isPriority, isWished })}
      product={product}
      color={color}
      second={isPointedAt ? product.images[1] : undefined}
      toggle={toggle}
      openOverlay={openOverlay}
      onPointerEnter={pointAt}
      onFocus={focusOn}
    />
  )
})

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
