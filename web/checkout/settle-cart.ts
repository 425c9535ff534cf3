import type { CartItem } from '#shared/cart.ts'
import { useCart } from '#web/state/cart.ts'
import { forgetDraft } from './draft.ts'
import { keepMemory, linesAfterPayment, readMemory, withCleared } from './started-payment.ts'

/** Removes from this browser's cart what `reference` has paid for: once, and only after the cart has been read. */
export function settleCart(reference: string): void {
  const memory = readMemory()
  const remaining = linesAfterPayment(memory, reference, useCart.getState())
  if (remaining === undefined) return
  refillCart(remaining)
  keepMemory(withCleared(memory, reference))
  forgetDraft()
}

/** Turns the same lines into a new checkout with its own key. */
export function refillCart(items: readonly CartItem[]): void {
  const { clear, restore } = useCart.getState()
  clear()
  for (const [position, item] of items.entries()) restore(item, position)
}
