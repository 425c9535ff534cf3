import type { CartItem } from '#shared/cart.ts'
import { toast } from '#ui/toast-store.ts'
import { useCart } from '#web/state/cart.ts'
import { removeLine } from '#web/state/remove-line.ts'
import { restoreCart } from '#web/state/restore-cart.ts'

/** Removes a line from the cart, confirms it, and offers to put it back where it was. */
export function removeFromCart(item: CartItem): void {
  const undo = removeLine(item)
  toast({
    title: 'Item Removed',
    description: 'Item has been removed from your cart.',
    action: { label: 'Undo', onSelect: undo },
  })
}

export function clearCart(): void {
  const cleared = useCart.getState()
  cleared.clear()
  toast({
    title: 'Cart cleared',
    action: { label: 'Undo', onSelect: () => restoreCart(cleared) },
  })
}
