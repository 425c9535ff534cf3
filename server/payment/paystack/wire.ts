import { z } from 'zod'
import type { ProviderTransaction, RefundState, TransactionStatus } from '../provider.ts'

/** The fields of Paystack's responses that we read. Amounts are integer kobo. */

/**
 * Payers and banks write some of these texts. Neither characters that the database cannot store nor texts about the payer
 * that are missing or odd may block a settlement.
 */
export const text = z.string().transform((given) => given.replaceAll('\0', '\ufffd').toWellFormed())
const id = z.union([z.number().int(), text.pipe(z.string().min(1))]).transform(String)
const kobo = z.number().int()
export const optionalText = text.nullish().transform((given) => given || null)
const optionalTime = z
  .string()
  .nullish()
  .transform((text) => (text && !Number.isNaN(Date.parse(text)) ? new Date(text) : null))

export const errorResponse = z.object({
  status: z.literal(false),
  message: z.string(),
  code: z.string().nullish(),
})

export const initializeResponse = z.object({
  status: z.literal(true),
  data: z.object({ authorization_url: z.string(), access_code: z.string(), reference: z.string() }),
})

/** [paystack.com/docs/payments/verify-payments] One more is documented in prose only, as "Reversal pending". */
const STATUSES = new Map<string, TransactionStatus>([
  ['success', 'success'],
  ['failed', 'failed'],
  ['abandoned', 'abandoned'],
  ['ongoing', 'in-flight'],
  ['pending', 'in-flight'],
  ['processing', 'in-flight'],
  ['queued', 'in-flight'],
  ['reversed', 'reversed'],
])
const REVERSING = /^(reversed|reversal[ _-]pending)$/i

export function statusOf(word: string): TransactionStatus {
  return STATUSES.get(word) ?? (REVERSING.test(word) ? 'reversing' : 'unknown')
}

const transaction = z
  .object({
    id,
    status: text,
    reference: text,
    domain: text,
    currency: text,
    amount: kobo,
    requested_amount: kobo.nullish(),
    fees: kobo.nullish(),
    channel: optionalText.catch(null),
    paid_at: optionalTime.catch(null),
    customer: z
      .object({
        first_name: optionalText,
        last_name: optionalText,
        email: text,
        phone: optionalText,
      })
      .nullish()
      .catch(null),
  })
  .transform(
    (data): ProviderTransaction => ({
      id: data.id,
      status: statusOf(data.status),
      word: data.status,
      reference: data.reference,
      domain: data.domain,
      currency: data.currency,
      amount: data.amount,
      requestedAmount: data.requested_amount ?? null,
      fees: data.fees ?? null,
      channel: data.channel,
      paidAt: data.paid_at,
      customer: data.customer ?? null,
    }),
  )

export const verifyResponse = z.object({ status: z.literal(true), data: transaction })

/** Only the references are read from a list; each payment is then verified on its own. */
export const transactionList = z.object({
  status: z.literal(true),
  data: z.array(z.object({ reference: z.string() })),
  meta: z.object({ pageCount: z.number().int().nullish() }).nullish(),
})

/** [paystack.com/docs/payments/refunds] */
const REFUND_STATES = new Map<string, RefundState>([
  ['pending', 'under-way'],
  ['processing', 'under-way'],
  ['processed', 'done'],
  ['failed', 'failed'],
  ['needs-attention', 'needs-attention'],
])

/** An unknown status counts as under way: checking again is safe, requesting another refund is not. */
export function refundState(status: string): RefundState {
  return REFUND_STATES.get(status) ?? 'under-way'
}

export const createRefundResponse = z.object({ status: z.literal(true), data: z.object({ id }) })

export const refundList = z.object({
  status: z.literal(true),
  data: z.array(
    z.object({
      id,
      status: z.string(),
      /** Paystack sends a number in some responses and a string in others. */
      amount: z
        .union([kobo, z.string().regex(/^\d+$/).transform(Number)])
        .nullish()
        .catch(null),
      /** The transaction's id, or the transaction itself. */
      transaction: z.union([id, z.object({ id }).transform((of) => of.id)]).nullish(),
      transaction_reference: z.string().nullish(),
      createdAt: z.iso
        .datetime({ offset: true })
        .transform((text) => new Date(text))
        .nullish()
        .catch(null),
    }),
  ),
})
