import { type CartItem, isSameLine } from '#shared/cart.ts'
import type { CartChange } from '#shared/cart-change.ts'
import { toast } from '#ui/toast/toast.ts'
import { useCart } from '#web/state/cart.ts'
import { findStarted, useStartedPayments } from '#web/state/started-payment.ts'
import { readStored } from '#web/state/stored.ts'
import { putInCart } from './put-in-cart.ts'

/**
 * Removes a line from the cart, confirms it, and offers to put it back where it was. `onUndo` is for a screen that does more
 * than that.
 */
export function removeFromCart(item: CartItem, onUndo = (undo: () => void) => undo()): void {
  const undo = removeLine(item)
  toast({
    title: 'Item Removed',
    description: 'Item has been removed from your cart.',
    actions: [{ label: 'Undo', onSelect: () => onUndo(undo) }],
  })
}

export function clearCart(): void {
  const cleared = useCart.getState()
  cleared.clear()
  toast({
    title: 'Cart cleared',
    actions: [{ label: 'Undo', onSelect: () => restoreCart(cleared) }],
  })
}

/**
 * Takes a line out of the cart; with that of a product that is no longer sold, all of its lines. Returns how to put them back
 * where they were, with the news that the shopper has not seen.
 */
export function removeLine(item: CartItem): () => void {
  const { items, unseen, remove, restore } = useCart.getState()
  const lines = items.filter((line) => line.id === item.id)
  const isProductGone = lines.every((line) => line.isGone)
  const removed = isProductGone ? lines : lines.filter((line) => isSameLine(line, item))
  remove(isProductGone ? { id: item.id } : item)
  return () => {
    for (const line of removed) {
      const news = unseen.filter((change) => isSameLine(change, line))
      restore(line, items.indexOf(line), news)
    }
  }
}

type Cleared = { items: CartItem[]; checkoutKey: string; unseen: readonly CartChange[] }

/**
 * Undoes clearing the cart. With the lines that have been added since, it is the former checkout again, so that goods which
 * are held for it stay held. If a payment has been started since, it stays that payment's checkout. A line that has been
 * added again, as by Buy Now, gets back the pieces that it had.
 */
export function restoreCart({ items, checkoutKey, unseen }: Cleared): void {
  const { items: since, checkoutKey: keySince } = useCart.getState()
  if (since.length === 0) {
    useCart.setState({ items, checkoutKey, unseen })
    return
  }
  putInCart(items, unseen)
  const isBeingPaid = findStarted(readStored(useStartedPayments), keySince) !== undefined
  if (checkoutKey !== '' && !isBeingPaid) useCart.setState({ checkoutKey })
}
