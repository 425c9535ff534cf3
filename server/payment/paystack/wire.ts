import { z } from 'zod'
import type { ProviderRefund, ProviderTransaction, RefundState, TransactionStatus } from '../provider.ts'

/** The fields of Paystack's responses that we read. Amounts are integer kobo. */

/**
 * Payers and banks write some of these texts. Neither characters that the database cannot store nor texts about the payer
 * that are missing or odd may block a settlement.
 */
export const text = z.string().transform((given) => given.replaceAll('\0', '\ufffd').toWellFormed())
const id = z.union([z.number().int(), text.pipe(z.string().min(1))]).transform(String)
/** Some responses and events have strings of digits instead of numbers. */
const kobo = z.union([
  z.number().int(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
])
export const optionalText = text.nullish().transform((given) => given || null)

/** Some responses have a time in snake case, others in camel case, others in both. */
const optionalTime = z.string().nullish().catch(null)
const EARLIEST_MS = Date.UTC(2000, 0)
const LATEST_MS = Date.UTC(2100, 0)

/** The first that is a time of this century: others cannot be of a payment, and some cannot be stored. */
function firstTime(...texts: (string | null | undefined)[]): Date | null {
  const times = texts.map((given) => Date.parse(given ?? ''))
  const found = times.find((ms) => ms >= EARLIEST_MS && ms < LATEST_MS)
  return found === undefined ? null : new Date(found)
}

/** Parses JSON; a whole number that a double cannot hold, such as a large id, stays its digits. */
export function parseExactly(json: string): unknown {
  const keepDigits = (_key: string, value: unknown, { source = '' }: { source?: string } = {}) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value
  return JSON.parse(json, keepDigits)
}

const isTrue = z.literal(true)
const isFalse = z.union([z.literal(false), z.literal('false')])

/** A single record may come as a list of one. */
const single = <T extends z.ZodType>(schema: T) =>
  z.preprocess((data) => (Array.isArray(data) && data.length === 1 ? data[0] : data), schema)

/** Also with HTTP status 200. */
export const errorResponse = z.object({
  status: isFalse,
  message: z.string(),
  code: z
    .string()
    .nullish()
    .catch(null)
    .transform((code) => code ?? undefined),
})

export const initializeResponse = z.object({
  status: isTrue,
  data: single(z.object({ authorization_url: z.string(), access_code: z.string(), reference: z.string() })),
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
    currency: text.transform((code) => code.toUpperCase()),
    amount: kobo,
    requested_amount: kobo.nullish(),
    // Matters only where the payer bears it.
    fees: kobo.nullish().catch(null),
    channel: optionalText.catch(null),
    paid_at: optionalTime,
    paidAt: optionalTime,
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
      paidAt: firstTime(data.paid_at, data.paidAt),
      customer: data.customer ?? null,
    }),
  )

export const verifyResponse = z.object({ status: isTrue, data: single(transaction) })

/** Lists come in pages that are counted, or with a cursor to the next page, whatever was asked for. */
const listMeta = z
  .object({
    pageCount: z.coerce.number().int().nullish().catch(null),
    next: optionalText.catch(null),
    previous: optionalText.catch(null),
  })
  .nullish()
  .catch(null)

/** Only the references are read from a list; each payment is then verified on its own. */
export const transactionList = z.object({
  status: isTrue,
  data: z.array(z.object({ reference: text }).catch({ reference: '' })),
  meta: listMeta,
})

/**
 * What to ask for after a page that was asked for as number `page`; null after the last one, undefined if the list does not
 * say whether it is the last.
 */
export function nextPage(
  { data, meta }: { data: readonly unknown[]; meta?: z.infer<typeof listMeta> },
  page: number,
): Record<string, string> | null | undefined {
  if (meta?.next != null) return { use_cursor: 'true', next: meta.next }
  if (meta?.pageCount != null) return page < meta.pageCount ? { page: String(page + 1) } : null
  if (data.length === 0 || meta?.previous != null) return null
  return undefined
}

/**
 * [paystack.com/docs/payments/refunds] An unknown status counts as under way: checking again is safe, requesting another
 * refund is not.
 */
const REFUND_STATES = new Map<string, RefundState>([
  ['pending', 'under-way'],
  ['processing', 'under-way'],
  ['processed', 'done'],
  ['failed', 'failed'],
  ['needs-attention', 'needs-attention'],
])

export const createRefundResponse = z.object({ status: isTrue, data: single(z.object({ id })) })

/** `about`: the payments that it names, by id and by reference. */
const refund = z
  .object({
    id,
    status: text,
    amount: kobo.nullish().catch(null),
    /** The transaction's id, or the transaction itself. */
    transaction: z.union([id, z.object({ id, reference: optionalText.catch(null) })]).nullish(),
    transaction_reference: optionalText.catch(null),
    createdAt: optionalTime,
    created_at: optionalTime,
  })
  .transform(({ id, status, amount, transaction, transaction_reference, createdAt, created_at }) => {
    const named = typeof transaction === 'string' ? { id: transaction, reference: null } : transaction
    return {
      about: [named?.id, named?.reference, transaction_reference].filter((name) => name != null),
      refund: {
        id,
        state: REFUND_STATES.get(status) ?? 'under-way',
        amount: amount ?? null,
        createdAt: firstTime(createdAt, created_at),
      } satisfies ProviderRefund,
    }
  })

/** A refund of another application may be in a form that we do not know. */
export const refundList = z.object({
  status: isTrue,
  data: z.array(refund.nullable().catch(null)),
  meta: listMeta,
})

export const refundResponse = z.object({ status: isTrue, data: single(refund) })
