import { createHash } from 'node:crypto'

/** The checkout of an Idempotency-Key. The key itself is not stored, because it allows editing the order. */
export function checkoutIdOf(idempotencyKey: string): string {
  return createHash('sha256').update(idempotencyKey).digest('hex')
}
