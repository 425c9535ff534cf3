import { useRouter } from '@tanstack/react-router'
import { useCallback, useSyncExternalStore } from 'react'
import { shownPrice, type WireDiscount } from '#shared/price.ts'

type Priced = { price: number; discount: WireDiscount | null }

/** A timer cannot wait longer than this (2^31 ms, about 24.8 days); no page stays open that long. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * The price to show, in naira. The first paint repeats what the server rendered, by the server's clock; then the
 * shopper's clock decides, and the sale price leaves the page at the instant at which the discount ends.
 */
export function useShownPrice(product: Priced): { price: number; original: number | null } {
  const { renderedAtMs } = useRouter().options.context
  const endsAt = product.discount?.expiresAt ?? null
  const subscribe = useCallback(
    (changed: () => void) => {
      const waitMs = endsAt === null ? -1 : Date.parse(endsAt) + 1 - Date.now()
      if (waitMs < 0 || waitMs > LONGEST_TIMER_MS) return () => {}
      const timer = setTimeout(changed, waitMs)
      return () => clearTimeout(timer)
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
