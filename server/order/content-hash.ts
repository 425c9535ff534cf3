import { createHash } from 'node:crypto'
import { keyedHash } from '#server/http/keyed-hash.ts'

type Content = {
  lines: readonly { productId: string; color: string; size: string; quantity: number; price: number }[]
  shippingFee: number
  totalAmount: number
  place: string | undefined
  delivery: Record<string, string>
}

/**
 * A hash of everything that a shopper decided in a checkout: items, prices, recipient and place. The same hash means a
 * repeat of the same request, a different one an edit. Keyed, because it stays with an order whose buyer is erased: a
 * guessed address cannot be verified against it.
 */
export function contentHash(secret: string, content: Content): string {
  const lines = content.lines
    .map((line) => JSON.stringify([line.productId, line.color, line.size, line.quantity, line.price]))
    .toSorted()
  const delivery = Object.entries(content.delivery).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify([
    lines,
    content.shippingFee,
    content.totalAmount,
    content.place ?? null,
    delivery,
  ])
  return keyedHash(secret, text)
}

/** The checkout of an Idempotency-Key. The key itself is not stored, because it allows editing the order. */
export function checkoutIdOf(idempotencyKey: string): string {
  return createHash('sha256').update(idempotencyKey).digest('hex')
}
