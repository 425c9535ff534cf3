import { timingSafeEqual } from 'node:crypto'
import { isId } from '#server/db/id.ts'
import { keyedHash } from '#server/http/keyed-hash.ts'
import { DAY_MS } from '#shared/duration.ts'
import { RECEIPT_DAYS } from '#shared/limits.ts'

const RECEIPT_MS = RECEIPT_DAYS * DAY_MS

/** Which order a link opens, and when it was made. */
export type ReceiptLink = { orderId: string; madeAt: Date }

/**
 * The address of an order's receipt, for its mails. Signed rather than stored: it opens this order, without a login, for
 * RECEIPT_DAYS from `madeAt`, unless the order's links are revoked.
 */
export function receiptUrl(
  { publicUrl, appSecret }: { publicUrl: string; appSecret: string },
  { orderId, madeAt }: ReceiptLink,
): string {
  const madeAtS = Math.floor(madeAt.getTime() / 1000)
  const signed = `${orderId}.${madeAtS}`
  return `${publicUrl}/receipt/${signed}.${signature(appSecret, signed)}`
}

/** Undefined for a token that this shop has not made, or too long ago. */
export function readReceiptToken(appSecret: string, token: string, now: Date): ReceiptLink | undefined {
  const [orderId = '', madeAtS = '', given = '', ...more] = token.split('.')
  if (!isId(orderId) || !/^\d{1,11}$/.test(madeAtS) || more.length > 0) return undefined
  const expected = Buffer.from(signature(appSecret, `${orderId}.${madeAtS}`))
  const actual = Buffer.from(given)
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined
  const madeAt = new Date(Number(madeAtS) * 1000)
  return isReceiptTime(madeAt, now) ? { orderId, madeAt } : undefined
}

/** Whether what was made or paid then still opens a receipt. */
export function isReceiptTime(since: Date, now: Date): boolean {
  return now.getTime() < since.getTime() + RECEIPT_MS
}

/** 160 bits, in 40 digits that survive any mail program. */
function signature(appSecret: string, signed: string): string {
  return keyedHash(appSecret, `receipt ${signed}`).slice(0, 40)
}
