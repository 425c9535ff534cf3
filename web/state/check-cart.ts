import { presentLines } from '#shared/cart-change.ts'
import { QUERY_CACHE_MS } from '#shared/limits.ts'
import type { Api } from '#web/data/api.ts'
import { checkProducts } from '#web/data/cart.ts'
import { useCart } from './cart.ts'
import { bringCartUpToDate } from './cart-news.ts'

let isAsking = false

/**
 * Checks the cart's lines with the shop: unless they were checked less than `maxAgeMs` ago, in any tab. By default that is a
 * minute, as every further page or look into the cart would ask the same. A clock that was set back checks again, and so
 * does the next page after one that was left before its response arrived.
 */
export async function checkCart(api: Api, maxAgeMs: number = QUERY_CACHE_MS): Promise<void> {
  const { items, checkoutKey, checkedAtMs, noteCheck } = useCart.getState()
  const now = Date.now()
  if (isAsking || items.length === 0 || Math.abs(now - checkedAtMs) < maxAgeMs) return
  isAsking = true
  try {
    const productIds = items.map(({ id }) => id)
    const checked = await checkProducts(api, productIds, checkoutKey)
    if (checked === undefined) return
    bringCartUpToDate(presentLines(useCart.getState().items, checked))
    noteCheck(now)
  } finally {
    isAsking = false
  }
}
