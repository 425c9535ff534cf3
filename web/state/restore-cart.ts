import type { CartItem } from '#shared/cart.ts'
import type { CartChange } from '#shared/cart-change.ts'
import { useCart } from './cart.ts'

type Cleared = { items: CartItem[]; checkoutKey: string; unseen: readonly CartChange[] }

/** Takes a clearing back. A cart still empty is the same wish to buy as before: what is held for it stays held for it. */
export function restoreCart({ items, checkoutKey, unseen }: Cleared): void {
  const { items: since, restore } = useCart.getState()
  if (since.length > 0) items.forEach(restore)
  else useCart.setState({ items, checkoutKey, unseen })
}
