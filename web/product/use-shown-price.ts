import { useRouter } from '@tanstack/react-router'
import { useCallback, useSyncExternalStore } from 'react'
import type { Discount } from '#shared/contract/product.ts'
import { shownPrice } from '#shared/price.ts'
import { atServerTime, serverNowMs } from '#web/state/server-clock.ts'

type ShownPrice = ReturnType<typeof shownPrice>
type Priced = { price: number; discount: Discount | null }

/**
 * The price to show, in naira, by the server's clock: the first paint repeats what it rendered, and the sale price disappears
 * the moment the discount ends.
 */
export function useShownPrice(product: Priced): ShownPrice {
  const { renderedAtMs } = useRouter().options.context
  const endsAt = product.discount?.expiresAt ?? null
  const subscribe = useCallback(
    (changed: () => void) => {
      return endsAt === null ? () => {} : atServerTime(Date.parse(endsAt) + 1, changed)
    },
    [endsAt],
  )
  const price = useSyncExternalStore(
    subscribe,
    () => shownPrice(product, serverNowMs()).price,
    () => shownPrice(product, renderedAtMs).price,
  )
  return { price, original: price === product.price ? null : product.price }
}
