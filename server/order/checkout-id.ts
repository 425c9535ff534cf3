import { createHash } from 'node:crypto'

/** The checkout that an Idempotency-Key stands for. The key itself is not kept: whoever knows it may edit the order. */
export function checkoutIdOf(idempotencyKey: string): string {
  return createHash('sha256').update(idempotencyKey).digest('hex')
}
