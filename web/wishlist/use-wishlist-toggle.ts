import type { CardProduct } from '#shared/contract/product.ts'
import { toast } from '#ui/toast/toast.ts'
import { useWishlist } from '#web/state/wishlist.ts'

/** `image` is that of `color`. */
type Listable = Pick<CardProduct, 'id' | 'name' | 'image' | 'qtyAvailable'> & { color?: string | undefined }

/** Whether the product is on the wishlist, and how to toggle it. `price` is what the shopper sees now, in naira. */
export function useWishlistToggle(
  product: Listable,
  price: number,
): { isWishlisted: boolean; toggle: () => void } {
  const isWishlisted = useWishlist((list) => list.items.some((item) => item.id === product.id))
  return {
    isWishlisted,
    toggle: () => {
      const { id, name, image, qtyAvailable, color } = product
      const { add, remove } = useWishlist.getState()
      if (isWishlisted) remove(id)
      else add({ id, name, price, image, qtyAvailable, ...(color ? { color } : {}) })
      toast({ title: isWishlisted ? 'Removed from Wishlist' : 'Added to Wishlist' })
    },
  }
}
