import {
  enterInSandbox,
  type SandboxRefund,
  type SandboxTransaction,
  sandboxFeesKobo,
} from '#server/open-provider.ts'
import { MINUTE_MS } from '#shared/duration.ts'
import type { DemoOrder } from './order.ts'
import { drawn } from './plan.ts'

const CARD = { bin: '408408', last4: '4081', brand: 'visa', expMonth: '12', expYear: '2030' }

export const demoFees = (order: DemoOrder) => (order.status === 'paid' ? sandboxFeesKobo(order.total) : null)
/** The provider's number of an order's refund. */
export const refundId = ({ index }: DemoOrder) => 4_000_000_000 + drawn(index, 'refund').readUInt32BE()
export const refundedAt = ({ endedAt }: DemoOrder) => new Date(endedAt.getTime() + 2 * 24 * 60 * MINUTE_MS)

/** Tells the sandbox of the demo's payments, before it opens: whatever the shop asks of them later, both say the same. */
export function writeToSandbox(dataDir: string, publicUrl: string, orders: readonly DemoOrder[]): void {
  const placed = orders.toReversed()
  enterInSandbox(dataDir, {
    transactions: placed.map((order) => transactionOf(order, publicUrl)),
    refunds: placed.filter(({ refunded }) => refunded > 0).map(refundOf),
  })
}

function transactionOf(order: DemoOrder, publicUrl: string): SandboxTransaction {
  const isPaid = order.status === 'paid'
  const failed = order.status === 'failed' ? 'failed' : 'abandoned'
  return {
    id: order.transactionId,
    reference: order.reference,
    accessCode: order.accessCode,
    status: isPaid ? (order.refund === 'all' ? 'reversed' : 'success') : failed,
    amountKobo: order.total,
    currency: 'NGN',
    email: order.buyer.email,
    callbackUrl: `${publicUrl}/payment/callback`,
    metadata: '',
    gatewayResponse: isPaid
      ? 'Successful'
      : failed === 'failed'
        ? 'Declined'
        : 'The transaction was not completed',
    step: null,
    card: isPaid ? CARD : null,
    createdAt: order.placedAt.toISOString(),
    paidAt: isPaid ? order.endedAt.toISOString() : null,
    feesKobo: demoFees(order),
  }
}

function refundOf(order: DemoOrder): SandboxRefund {
  const at = refundedAt(order).toISOString()
  return {
    id: refundId(order),
    transactionId: order.transactionId,
    transactionReference: order.reference,
    transactionAmountKobo: order.total,
    email: order.buyer.email,
    amountKobo: order.refunded,
    currency: 'NGN',
    status: 'processed',
    dueAt: at,
    createdAt: at,
    updatedAt: at,
    refundedAt: at,
  }
}
