import { checkedImage } from '#shared/cart-change.ts'
import { QUERY_CACHE_MS } from '#shared/limits.ts'
import type { Api } from '#web/data/api.ts'
import { checkProducts } from '#web/data/cart.ts'
import { useWishlist } from '#web/state/wishlist.ts'

let checkedAtMs = 0
let isAsking = false

/**
 * Updates price and stock of the wishlist from the shop, the newest products first: at most once a minute, counted from the
 * last response, so that a check that failed does not hold up the next.
 */
export async function checkWishlist(api: Api): Promise<void> {
  const { items, update } = useWishlist.getState()
  const now = Date.now()
  if (isAsking || items.length === 0 || Math.abs(now - checkedAtMs) < QUERY_CACHE_MS) return
  isAsking = true
  try {
    const checked = await checkProducts(api, items.map(({ id }) => id).reverse())
    if (checked === undefined) return
    update((item) => {
      const product = checked.get(item.id)
      if (product === undefined) return item
      const { isGone: _, ...rest } = item
      if (product === null) return { ...rest, qtyAvailable: 0, isGone: true }
      const qtyAvailable = product.stock.reduce((sum, entry) => sum + entry.quantity, 0)
      const image = checkedImage(product, item.color ?? '') || item.image
      return { ...rest, name: product.name, price: product.price, image, qtyAvailable }
    })
    checkedAtMs = now
  } finally {
    isAsking = false
  }
}
