import { useRouter } from '@tanstack/react-router'
import { useCallback, useSyncExternalStore } from 'react'
import type { Discount } from '#shared/contract/product.ts'
import { shownPrice } from '#shared/price.ts'
import { atInstant } from '#ui/at-instant.ts'

type ShownPrice = ReturnType<typeof shownPrice>
type Priced = { price: number; discount: Discount | null }

/**
 * The price to show, in naira. The first paint repeats what the server rendered, by the server's clock; then the shopper's
 * clock decides, and the sale price disappears the moment the discount ends.
 */
export function useShownPrice(product: Priced): ShownPrice {
  const { renderedAtMs } = useRouter().options.context
  const endsAt = product.discount?.expiresAt ?? null
  const subscribe = useCallback(
    (changed: () => void) => {
      const overAtMs = endsAt === null ? 0 : Date.parse(endsAt) + 1
      return overAtMs < Date.now() ? () => {} : atInstant(overAtMs, changed)
    },
    [endsAt],
  )
  const price = useSyncExternalStore(
    subscribe,
    () => shownPrice(product, Date.now()).price,
    () => shownPrice(product, renderedAtMs).price,
  )
  return { price, original: price === product.price ? null : product.price }
}
