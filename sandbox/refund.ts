import type { Transaction } from './transaction.ts'

/** [paystack.com/docs/payments/refunds] */
export const refundStatuses = ['pending', 'processing', 'processed', 'failed', 'needs-attention'] as const

export type RefundStatus = (typeof refundStatuses)[number]

export type Refund = {
  id: number
  transactionId: number
  transactionReference: string
  transactionAmountKobo: number
  email: string
  amountKobo: number
  currency: string
  status: RefundStatus
  customerNote: string
  merchantNote: string
  /** When the sandbox's bank has processed it; until then it stays pending. */
  dueAt: string
  createdAt: string
  updatedAt: string
  refundedAt: string | null
}

/** The sum of refunds; failed ones do not count. */
export function refundedKobo(refunds: readonly Refund[]): number {
  return refunds
    .filter((refund) => refund.status !== 'failed')
    .reduce((sum, refund) => sum + refund.amountKobo, 0)
}

/** Days Paystack names in `expected_at` of its create-refund sample. */
const EXPECTED_AFTER_MS = 9 * 24 * 3_600_000

/** The wire form of GET /refund and GET /refund/:id, where `transaction` is the id. */
export function refundToWire(refund: Refund) {
  const processed = refund.status === 'processed'
  return {
    integration: 100_043,
    transaction: refund.transactionId as unknown,
    dispute: null,
    settlement: null,
    id: refund.id,
    domain: 'test',
    currency: refund.currency,
    amount: refund.amountKobo,
    status: refund.status as string,
    refunded_at: refund.refundedAt,
    expected_at: new Date(Date.parse(refund.createdAt) + EXPECTED_AFTER_MS).toISOString(),
    channel: 'card' as string | null,
    refunded_by: 'sandbox@example.com',
    customer_note: refund.customerNote,
    merchant_note: refund.merchantNote,
    deducted_amount: processed ? refund.amountKobo : 0,
    fully_deducted: processed,
    bank_reference: null,
    transaction_reference: refund.transactionReference,
    reason: refund.customerNote,
    customer: { first_name: null, last_name: null, email: refund.email },
    refund_type: refund.amountKobo === refund.transactionAmountKobo ? 'full' : 'partial',
    transaction_amount: refund.transactionAmountKobo,
    createdAt: refund.createdAt,
    updatedAt: refund.updatedAt,
  }
}

/** POST /refund returns the same with the transaction in full. [doc-code-snippets api/refunds/create] */
export function createdRefundToWire(refund: Refund, transaction: Transaction) {
  return {
    ...refundToWire(refund),
    transaction: {
      id: transaction.id,
      domain: 'test',
      reference: transaction.reference,
      amount: transaction.amountKobo,
      paid_at: transaction.paidAt,
      channel: 'card',
      currency: transaction.currency,
      authorization: { exp_month: null, exp_year: null, account_name: null },
      customer: { international_format_phone: null },
      plan: {},
      subaccount: { currency: null },
      split: {},
      order_id: null,
      paidAt: transaction.paidAt,
      pos_transaction_data: null,
      source: null,
      fees_breakdown: null,
    },
    channel: null,
  }
}

/** The data of a refund.* event: `amount` is a number in refund.failed and a string in the others, as Paystack's are. */
export function refundEventData(refund: Refund) {
  return {
    status: refund.status,
    transaction_reference: refund.transactionReference,
    refund_reference: refund.status === 'processed' ? String(refund.id) : null,
    amount: refund.status === 'failed' ? refund.amountKobo : String(refund.amountKobo),
    currency: refund.currency,
    processor: 'sandbox',
    customer: { first_name: null, last_name: null, email: refund.email },
    integration: 100_043,
    domain: 'test',
  }
}
