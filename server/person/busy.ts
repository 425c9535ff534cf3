import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { reviewCases } from '#server/db/schema/order.ts'
import { paymentAttempts, refunds } from '#server/db/schema/payment.ts'
import { Refusal } from '#server/refusal.ts'
import type { OrderStatus } from '#shared/contract/order.ts'

/** Thrown while an order, a refund or an issue about money of the person is open: their address is still needed for it. */
export class PersonBusyError extends Refusal {
  constructor(reason: string) {
    super(`${reason} Nothing was changed.`)
    this.name = 'PersonBusyError'
  }
}

/**
 * Throws PersonBusyError while one of the person's locked orders awaits its payment, money is on its way back to them, or
 * what became of it awaits the owner's decision.
 */
export async function refuseWhileBusy(
  tx: Database,
  placed: readonly { id: string; status: OrderStatus }[],
): Promise<void> {
  if (placed.some(({ status }) => status === 'pending')) {
    throw new PersonBusyError(
      'An order of this person is waiting for its payment. Try again when it is paid or has run out.',
    )
  }
  const orderIds = placed.map(({ id }) => id)
  // A partial refund by the owner does not change the state of the payment.
  const payments = await tx
    .select({
      orderId: paymentAttempts.orderId,
      state: paymentAttempts.state,
      refund: refunds.state,
      atProvider: refunds.providerState,
    })
    .from(paymentAttempts)
    .leftJoin(refunds, eq(refunds.reference, paymentAttempts.reference))
    .where(inArray(paymentAttempts.orderId, orderIds))
  if (payments.some(isReturning)) {
    throw new PersonBusyError('Money is being returned to this person. Try again when it has arrived.')
  }
  const undecided = payments.filter(isLeftToOwner).map(({ orderId }) => orderId)
  if ((await tx.$count(reviewCases, isOpenAboutMoney(undecided))) > 0) {
    throw new PersonBusyError(
      'Money of this person could not be returned, or does not match their order: "orders issues" says which. Try again when you have closed the issue.',
    )
  }
}

type PaymentStates = {
  state: (typeof paymentAttempts.$inferSelect)['state']
  refund: (typeof refunds.$inferSelect)['state'] | null
  atProvider: (typeof refunds.$inferSelect)['providerState']
}

function isReturning({ state, refund, atProvider }: PaymentStates): boolean {
  return (
    state === 'refund_due' ||
    state === 'refund_sent' ||
    refund === 'requested' ||
    (refund === 'sent' && atProvider !== 'needs-attention')
  )
}

/** Nothing more happens by itself to what was paid, or to its refund. */
function isLeftToOwner({ state, refund, atProvider }: PaymentStates): boolean {
  return (
    state === 'refund_stuck' ||
    state === 'mismatch' ||
    refund === 'failed' ||
    (refund === 'sent' && atProvider === 'needs-attention')
  )
}

function isOpenAboutMoney(orderIds: string[]): SQL | undefined {
  return and(
    inArray(reviewCases.orderId, orderIds),
    inArray(reviewCases.kind, ['refund-stuck', 'mismatch', 'paid-after-mismatch']),
    isNull(reviewCases.closedAt),
  )
}
