import { useCart } from '#web/state/cart.ts'
import { useCheckoutDraft } from '#web/state/checkout-draft.ts'
import { isStartedBy, linesAfterPayment, useStartedPayments } from '#web/state/started-payment.ts'
import { readStored } from '#web/state/stored.ts'

/** Removes from this browser's cart what `reference` has paid for: once, and only after the cart has been read. */
export function settleCart(reference: string): void {
  const memory = readStored(useStartedPayments)
  const remaining = linesAfterPayment(memory, reference, useCart.getState())
  if (remaining === undefined) return
  useCart.getState().renew(remaining)
  memory.settle(reference)
  const payment = memory.started.find((started) => started.reference === reference)
  const draft = readStored(useCheckoutDraft)
  // A draft that another shopper of this browser has typed since stays.
  if (payment && isStartedBy(payment, draft.owner)) draft.forget()
}
