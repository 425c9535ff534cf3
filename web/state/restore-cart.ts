import { type CartItem, isSameLine } from '#shared/cart.ts'
import type { CartChange } from '#shared/cart-change.ts'
import { useCart } from './cart.ts'

type Cleared = { items: CartItem[]; checkoutKey: string; unseen: readonly CartChange[] }

/**
 * Undoes clearing the cart. A cart that is still empty becomes the same checkout as before: what is held for it stays held.
 * A line that has been added again, as by Buy Now, gets back the pieces that it had.
 */
export function restoreCart({ items, checkoutKey, unseen }: Cleared): void {
  const { items: since, restore, setQuantity } = useCart.getState()
  if (since.length === 0) {
    useCart.setState({ items, checkoutKey, unseen })
    return
  }
  for (const [position, item] of items.entries()) {
    const again = since.find((line) => isSameLine(line, item))
    if (again === undefined) restore(item, position)
    else if (again.quantity < item.quantity) setQuantity(item, item.quantity)
  }
}
