import { type CartItem, isSameLine, mostOf } from '#shared/cart.ts'
import type { CartConflict } from '#shared/contract/payment.ts'

/** A line more; the same goods are one line. */
export function withLine(lines: readonly CartItem[], added: CartItem): CartItem[] {
  if (!lines.some((line) => isSameLine(line, added))) return [...lines, added]
  return lines.map((line) =>
    isSameLine(line, added)
      ? { ...added, quantity: Math.min(line.quantity + added.quantity, mostOf(added)) }
      : line,
  )
}

/** The lines as the shop has just said they are: new prices, and no more than there is. */
export function corrected(lines: readonly CartItem[], { lines: fresh }: CartConflict): CartItem[] {
  return lines.flatMap((line) => {
    const found = fresh.find(({ productId, ...choice }) => isSameLine({ ...choice, id: productId }, line))
    if (found === undefined) return [line]
    const { price, qtyAvailable, problem } = found
    if (problem === 'gone' || qtyAvailable === 0) return []
    return [{ ...line, price, qtyAvailable, quantity: Math.min(line.quantity, qtyAvailable) }]
  })
}
