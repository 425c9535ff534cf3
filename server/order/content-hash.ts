import { keyedHash } from '#server/keyed-hash.ts'

type Content = {
  lines: readonly { productId: string; color: string; size: string; quantity: number; price: number }[]
  shippingFee: number
  totalAmount: number
  place: string | undefined
  delivery: Record<string, string>
}

/**
 * One text for everything a shopper decided in a checkout: what, for how much, to whom and where. The same hash is a
 * repeat of the same wish, another one an edit of it. Keyed, as it stays with an order whose buyer is forgotten: an address
 * that somebody guesses cannot be checked against it.
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
