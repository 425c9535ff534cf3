import { useCart } from '#web/state/cart.ts'
import { forgetDraft } from './draft.ts'
import { keepMemory, linesAfterPayment, readMemory, withCleared } from './started-payment.ts'

/** Takes out of this browser's cart what `reference` has paid for: once, and only after the cart has been read. */
export function settleCart(reference: string): void {
  const memory = readMemory()
  const remaining = linesAfterPayment(memory, reference, useCart.getState())
  if (remaining === undefined) return
  useCart.getState().clear()
  if (remaining.length > 0) useCart.getState().replace(remaining)
  keepMemory(withCleared(memory, reference))
  forgetDraft()
}
