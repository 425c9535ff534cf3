import { z } from 'zod'
import type { ProviderTransaction, RefundState } from './provider.ts'

/** What we read of Paystack's answers; the many other fields are not ours. Amounts are whole kobo. */

/** Payers and their banks write some of it: what no text in the database can hold must not keep money from being settled. */
const text = z.string().transform((given) => given.replaceAll('\0', '\ufffd').toWellFormed())
const id = z.union([z.number().int(), text.pipe(z.string().min(1))]).transform(String)
const kobo = z.number().int()
const optionalText = text.nullish().transform((given) => given || null)
const optionalTime = z
  .string()
  .nullish()
  .transform((text) => (text && !Number.isNaN(Date.parse(text)) ? new Date(text) : null))

export const errorAnswer = z.object({
  status: z.literal(false),
  message: z.string(),
  code: z.string().nullish(),
})

export const initializeAnswer = z.object({
  status: z.literal(true),
  data: z.object({ authorization_url: z.string(), access_code: z.string(), reference: z.string() }),
})

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
    channel: optionalText,
    paid_at: optionalTime,
    customer: z
      .object({
        first_name: optionalText,
        last_name: optionalText,
        email: text,
        phone: optionalText,
      })
      .nullish(),
  })
  .transform(
    (data): ProviderTransaction => ({
      id: data.id,
      status: data.status,
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

export const verifyAnswer = z.object({ status: z.literal(true), data: transaction })

/** Of a list only the references are read: what they are worth is asked one by one. */
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

/** A word that we do not know counts as under way: asking again is safe, asking for another refund is not. */
export function refundState(status: string): RefundState {
  return REFUND_STATES.get(status) ?? 'under-way'
}

export const createRefundAnswer = z.object({ status: z.literal(true), data: z.object({ id }) })

export const refundList = z.object({
  status: z.literal(true),
  data: z.array(
    z.object({
      id,
      status: z.string(),
      /** A number here and there, a text elsewhere. */
      amount: z
        .union([kobo, z.string().regex(/^\d+$/).transform(Number)])
        .nullish()
        .catch(null),
      /** The transaction's number, or the transaction itself. */
      transaction: z.union([id, z.object({ id }).transform((of) => of.id)]).nullish(),
      transaction_reference: z.string().nullish(),
    }),
  ),
})

/** A webhook's body: everything but its name and the reference is asked from the provider itself. */
export const webhookBody = z.object({
  event: text.pipe(z.string().max(100)),
  data: z
    .object({
      reference: text.nullish(),
      transaction_reference: text.nullish(),
      status: text.nullish(),
      transaction: z.object({ reference: text.nullish() }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
})
