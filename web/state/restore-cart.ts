import type { CartItem } from '#shared/cart.ts'
import type { CartChange } from '#shared/cart-change.ts'
import { useCart } from './cart.ts'

type Cleared = { items: CartItem[]; checkoutKey: string; unseen: readonly CartChange[] }

/**
 * Undoes clearing the cart. A cart that is still empty becomes the same checkout as before: what is held for it stays held.
 */
export function restoreCart({ items, checkoutKey, unseen }: Cleared): void {
  const { items: since, restore } = useCart.getState()
  if (since.length === 0) useCart.setState({ items, checkoutKey, unseen })
  else for (const [position, item] of items.entries()) restore(item, position)
}
