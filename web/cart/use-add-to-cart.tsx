import { useRouter } from '@tanstack/react-router'
import { buyableLines, type CartItem, cartQuantity } from '#shared/cart.ts'
import { cartTotal } from '#shared/cart-total.ts'
import { lineName } from '#shared/choice-words.ts'
import { itemCount } from '#shared/item-count.ts'
import { formatNaira } from '#shared/naira.ts'
import { toast } from '#ui/toast/toast.ts'
import { Picture } from '#web/item/picture.tsx'
import { useCart } from '#web/state/cart.ts'
import { useOpenOverlay } from '#web/state/overlay.ts'
import { addOne } from './add-one.ts'

type NewLine = Omit<CartItem, 'quantity'>

/** Adds one to the cart and shows what has been added, what the cart comes to, and the ways on; or why no more can be added. */
export function useAddToCart(): (item: NewLine) => void {
  const router = useRouter()
  const openOverlay = useOpenOverlay()
  const goToCheckout = () => {
    const isOverlaid = router.history.location.state.overlay !== undefined
    void router.navigate({ to: '/checkout', replace: isOverlaid })
  }
  return (item) => {
    const full = addOne(item)
    if (full) return toast(full)
    const leaving = new AbortController()
    const stop = router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
      // A choice of colour or size changes only the address.
      if (!pathChanged && toLocation.state.overlay === undefined) return
      stop()
      leaving.abort()
    })
    toast({
      title: 'Added to Cart',
      description: `${lineName(item)}\n${cartWords(useCart.getState().items)}`,
      picture: <Picture src={item.image} alt="" sizes="56px" className="aspect-4/5 w-14 object-cover" />,
      actions: [
        { label: 'View cart', onSelect: () => openOverlay('cart') },
        { label: 'Checkout', onSelect: goToCheckout },
      ],
      signal: leaving.signal,
    })
  }
}

/** "3 items, subtotal ₦57,000": what is bought. */
function cartWords(items: readonly CartItem[]): string {
  const count = cartQuantity(buyableLines(items))
  return `${itemCount(count)}, subtotal ${formatNaira(cartTotal(items))}`
}
