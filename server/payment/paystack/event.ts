import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { EventKind, ReadEvent } from '../provider.ts'
import { optionalText, parseExactly, text } from './wire.ts'

/** [paystack.com/docs/payments/webhooks] */
export const SIGNATURE_HEADER = {
  name: 'x-paystack-signature',
  description: "HMAC-SHA-512 of the body's bytes by the provider's secret key, in hex",
}

/** Disputes that need a person; the end of a dispute does not. */
const DISPUTES = new Set(['charge.dispute.create', 'charge.dispute.remind'])

export function eventKind(name: string): EventKind {
  if (name === 'charge.success') return 'success'
  if (name.startsWith('refund.')) return 'refund'
  if (DISPUTES.has(name)) return 'dispute'
  if (name === 'bank.transfer.rejected') return 'rejected'
  return name.startsWith('charge.') ? 'other-payment' : 'other'
}

/** Reads a delivery that is signed with one of `keys`. */
export function readEvent(rawBody: Uint8Array, headers: Headers, keys: readonly string[]): ReadEvent {
  const signature = headers.get(SIGNATURE_HEADER.name)
  if (!isSignedBy(keys, rawBody, signature)) return { kind: 'forged', isSigned: signature !== null }
  const parsed = webhookBody.safeParse(parseJson(rawBody))
  if (!parsed.success) return { kind: 'unreadable' }
  const { event, data } = parsed.data
  const reference = data?.reference ?? data?.transaction_reference ?? data?.transaction?.reference
  const transactionId = data?.bank_transfer?.transaction_id ?? null
  return { kind: 'event', name: event, reference: reference ?? null, transactionId }
}

/** Constant time, whichever key it is. */
function isSignedBy(keys: readonly string[], rawBody: Uint8Array, signature: string | null): boolean {
  if (signature === null || !/^[0-9a-f]{128}$/.test(signature)) return false
  const given = Buffer.from(signature, 'hex')
  return keys
    .map((key) => timingSafeEqual(createHmac('sha512', key).update(rawBody).digest(), given))
    .includes(true)
}

function parseJson(rawBody: Uint8Array): unknown {
  try {
    return parseExactly(new TextDecoder().decode(rawBody).replaceAll('\0', '\ufffd'))
  } catch {
    return undefined
  }
}

/** An odd reference is none; it must not hide a usable one next to it. */
const hint = optionalText.catch(null)

/** A webhook body. Only the event name and the reference are used; everything else is fetched from the provider. */
const webhookBody = z.object({
  event: text.pipe(z.string().max(100)),
  data: z
    .object({
      reference: hint,
      transaction_reference: hint,
      transaction: z.object({ reference: hint }).nullish().catch(null),
      // A rejected transfer has no reference.
      bank_transfer: z
        .object({ transaction_id: z.coerce.string().nullish().catch(null) })
        .nullish()
        .catch(null),
    })
    .nullish(),
})
