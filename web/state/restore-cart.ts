import { type CartItem, isSameLine } from '#shared/cart.ts'
import type { CartChange } from '#shared/cart-change.ts'
import { useCart } from './cart.ts'
import { findStarted, useStartedPayments } from './started-payment.ts'
import { readStored } from './stored.ts'

type Cleared = { items: CartItem[]; checkoutKey: string; unseen: readonly CartChange[] }

/**
 * Undoes clearing the cart. With the lines that have been added since, it is the former checkout again, so that goods which
 * are held for it stay held. If a payment has been started since, it stays that payment's checkout. A line that has been
 * added again, as by Buy Now, gets back the pieces that it had.
 */
export function restoreCart({ items, checkoutKey, unseen }: Cleared): void {
  const { items: since, checkoutKey: keySince, restore, setQuantity } = useCart.getState()
  if (since.length === 0) {
    useCart.setState({ items, checkoutKey, unseen })
    return
  }
  for (const [position, item] of items.entries()) {
    const again = since.find((line) => isSameLine(line, item))
    if (again === undefined) {
      const news = unseen.filter((change) => isSameLine(change, item))
      restore(item, position, news)
    } else if (again.quantity < item.quantity) setQuantity(item, item.quantity)
  }
  const isBeingPaid = findStarted(readStored(useStartedPayments), keySince) !== undefined
  if (checkoutKey !== '' && !isBeingPaid) useCart.setState({ checkoutKey })
}
