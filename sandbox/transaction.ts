import { createHash } from 'node:crypto'
import type { CardStep, TestCard } from './card.ts'

/**
 * The values of data.status [paystack.com/docs/payments/verify-payments]. Paystack's support pages also name "reversal
 * pending" (a full refund under way); its spelling on the wire is our guess.
 */
export const transactionStatuses = [
  'abandoned',
  'ongoing',
  'pending',
  'processing',
  'queued',
  'success',
  'failed',
  'reversed',
  'reversal_pending',
] as const

export type TransactionStatus = (typeof transactionStatuses)[number]

/** A question the payer has yet to answer; while it is open, verify returns `ongoing`. */
export type OpenStep = {
  kind: CardStep
  card: TestCard['name']
  wrongTries: number
  openedAt: string
}

export type ChargedCard = { bin: string; last4: string; brand: string; expMonth: string; expYear: string }

/** One line of the sandbox's ledger. Amounts are kobo, times ISO 8601 UTC. */
export type Transaction = {
  id: number
  reference: string
  accessCode: string
  status: TransactionStatus
  amountKobo: number
  currency: string
  email: string
  customer: { id: number; code: string }
  channels: string[]
  callbackUrl: string | null
  metadata: unknown
  gatewayResponse: string
  step: OpenStep | null
  card: ChargedCard | null
  attempts: number
  errors: number
  history: { type: string; message: string; time: number }[]
  ipAddress: string | null
  createdAt: string
  startedAt: string | null
  paidAt: string | null
  feesKobo: number | null
}

/** The value of data.gateway_response until the payer finishes. [Paystack verify samples] */
export const NOT_COMPLETED = 'The transaction was not completed'

const letters = (text: string, length: number) =>
  createHash('sha256').update(text).digest('base64url').replace(/[-_]/g, 'x').slice(0, length)

function authorization(transaction: Transaction) {
  const { card } = transaction
  if (!card) return {}
  const identity = `${card.bin}${card.last4}${card.expMonth}${card.expYear}`
  return {
    authorization_code: `AUTH_${letters(transaction.reference, 10).toLowerCase()}`,
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
    signature: `SIG_${letters(identity, 20)}`,
    account_name: null,
  }
}

function log(transaction: Transaction) {
  if (!transaction.startedAt) return null
  return {
    start_time: Math.floor(Date.parse(transaction.startedAt) / 1000),
    time_spent: transaction.history.at(-1)?.time ?? 0,
    attempts: transaction.attempts,
    errors: transaction.errors,
    success: transaction.paidAt !== null,
    mobile: false,
    input: [],
    history: transaction.history,
  }
}

/** The wire form that verify, list and charge.success share. [PaystackOSS/doc-code-snippets transactions/verify] */
export function toWire(transaction: Transaction) {
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
    ip_address: transaction.ipAddress,
    metadata: transaction.metadata,
    log: log(transaction),
    fees: transaction.feesKobo,
    fees_split: null,
    authorization: authorization(transaction),
    customer: {
      id: transaction.customer.id,
      first_name: null,
      last_name: null,
      email: transaction.email,
      customer_code: transaction.customer.code,
      phone: null,
      metadata: null,
      risk_action: 'default',
      international_format_phone: null,
    },
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

/** Where the payer goes after paying: the callback with the reference in two parameters, as Paystack sends it. */
export function returnUrl(transaction: Transaction): string | undefined {
  if (!transaction.callbackUrl) return undefined
  const url = new URL(transaction.callbackUrl)
  url.searchParams.set('trxref', transaction.reference)
  url.searchParams.set('reference', transaction.reference)
  return url.href
}

/** Where a payer who cancels goes: metadata.cancel_action, else the callback. [paystack.com/docs/payments/metadata] */
export function cancelUrl(transaction: Transaction): string | undefined {
  return webUrl(metadataText(transaction, 'cancel_action')) ?? returnUrl(transaction)
}

export function metadataText(transaction: Transaction, key: string): string | undefined {
  const { metadata } = transaction
  if (typeof metadata !== 'object' || metadata === null) return undefined
  const value = (metadata as Record<string, unknown>)[key]
  return typeof value === 'string' && value.trim() ? value.trim() : undefined
}

/** The URL if it is an absolute http or https one; anything else could be a script. */
export function webUrl(text: string | undefined): string | undefined {
  if (!text || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined
}
