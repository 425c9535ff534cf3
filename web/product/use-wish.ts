import type { CardProduct } from '#shared/contract/product.ts'
import { toast } from '#ui/toast-store.ts'
import { useWishlist } from '#web/state/wishlist.ts'

type Wishable = Pick<CardProduct, 'id' | 'name' | 'image' | 'qtyAvailable'>

/** Whether the product is on the wishlist, and how to toggle it. `price` is what the shopper sees now, in naira. */
export function useWish(product: Wishable, price: number): { isWished: boolean; toggle: () => void } {
  const isWished = useWishlist((list) => list.items.some((item) => item.id === product.id))
  return {
    isWished,
    toggle: () => {
      const { id, name, image, qtyAvailable } = product
      const { add, remove } = useWishlist.getState()
      if (isWished) remove(id)
      else add({ id, name, price, image, qtyAvailable })
      toast({ title: isWished ? 'Removed from Wishlist' : 'Added to Wishlist' })
    },
  }
}
