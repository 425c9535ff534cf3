import { createHash } from 'node:crypto'
import type { Refund, Transaction } from './ledger.ts'

export type TransactionWire = ReturnType<typeof transactionWire>

/** The wire form that verify, list and charge.success share. [PaystackOSS/doc-code-snippets transactions/verify] */
export function transactionWire(transaction: Transaction) {
  return {
    id: transaction.id,
    domain: 'test',
    status: transaction.status as string,
    reference: transaction.reference,
    receipt_number: null,
    amount: transaction.amountKobo,
    message: null,
    gateway_response: transaction.gatewayResponse,
    paid_at: transaction.paidAt,
    created_at: transaction.createdAt,
    channel: 'card',
    currency: transaction.currency,
    ip_address: null,
    metadata: transaction.metadata,
    log: null,
    fees: transaction.feesKobo,
    fees_split: null,
    authorization: authorization(transaction),
    customer: customer(transaction.email),
    plan: null,
    split: {},
    order_id: null,
    paidAt: transaction.paidAt,
    createdAt: transaction.createdAt,
    requested_amount: transaction.amountKobo,
    pos_transaction_data: null,
    source: null,
    fees_breakdown: null,
    connect: null,
    transaction_date: transaction.createdAt,
    plan_object: {},
    subaccount: {},
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

function authorization({ reference, card }: Transaction) {
  if (!card) return {}
  return {
    authorization_code: `AUTH_${digest(reference).toString('hex').slice(0, 10)}`,
    bin: card.bin,
    last4: card.last4,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    channel: 'card',
    // The trailing space is Paystack's own.
    card_type: `${card.brand} `,
    bank: 'TEST BANK',
    country_code: 'NG',
    brand: card.brand,
    reusable: true,
    signature: `SIG_${digest(JSON.stringify(card)).toString('hex').slice(0, 20)}`,
    account_name: null,
  }
}

/** Transactions with the same e-mail address share a customer. */
function customer(email: string) {
  return {
    id: digest(email).readUInt32BE(),
    first_name: null,
    last_name: null,
    email,
    customer_code: `CUS_${digest(email).toString('hex').slice(0, 15)}`,
    phone: null,
    metadata: null,
    risk_action: 'default',
    international_format_phone: null,
  }
}

/** Days Paystack names in `expected_at` of its create-refund sample. */
const EXPECTED_AFTER_MS = 9 * 24 * 3_600_000

/** The wire form of GET /refund, where `transaction` is the id. */
export function refundWire(refund: Refund) {
  const isProcessed = refund.status === 'processed'
  const note = `Refund for transaction ${refund.transactionReference}`
  return {
    integration: 100_043,
    transaction: refund.transactionId,
    dispute: null,
    settlement: null,
    id: refund.id,
    domain: 'test',
    currency: refund.currency,
    amount: refund.amountKobo,
    status: refund.status,
    refunded_at: refund.refundedAt,
    expected_at: new Date(Date.parse(refund.createdAt) + EXPECTED_AFTER_MS).toISOString(),
    channel: 'card',
    refunded_by: 'sandbox@example.com',
    customer_note: note,
    merchant_note: note,
    deducted_amount: isProcessed ? refund.amountKobo : 0,
    fully_deducted: isProcessed,
    bank_reference: null,
    transaction_reference: refund.transactionReference,
    reason: note,
    customer: { first_name: null, last_name: null, email: refund.email },
    refund_type: refund.amountKobo === refund.transactionAmountKobo ? 'full' : 'partial',
    transaction_amount: refund.transactionAmountKobo,
    createdAt: refund.createdAt,
    updatedAt: refund.updatedAt,
  }
}

/** POST /refund returns the same with the transaction in full. [doc-code-snippets api/refunds/create] */
export function createdRefundWire(refund: Refund, transaction: Transaction) {
  const { id, domain, reference, amount, paid_at, channel, currency } = transactionWire(transaction)
  const full = { id, domain, reference, amount, paid_at, channel, currency, paidAt: paid_at }
  return { ...refundWire(refund), transaction: full, channel: null }
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
