import type { CartConflict } from '#shared/contract/payment.ts'
import { nairaFromKobo, nearestKobo } from '#shared/naira.ts'

/** What is sold, at the price that the shop last said, in naira. */
export type SaleLine = {
  productId: string
  name: string
  image: string
  color: string
  size: string
  price: number
  quantity: number
  available: number
}

export const lineKey = ({ productId, color, size }: Pick<SaleLine, 'productId' | 'color' | 'size'>) =>
  [productId, color, size].join('\n')

/** A line more; the same goods are one line. */
export function withLine(lines: readonly SaleLine[], added: SaleLine): SaleLine[] {
  const isSame = (line: SaleLine) => lineKey(line) === lineKey(added)
  if (!lines.some(isSame)) return [...lines, added]
  return lines.map((line) =>
    isSame(line) ? { ...added, quantity: Math.min(line.quantity + added.quantity, added.available) } : line,
  )
}

/** The lines as the shop has just said they are: new prices, and no more than there is. */
export function corrected(lines: readonly SaleLine[], { lines: fresh }: CartConflict): SaleLine[] {
  return lines.flatMap((line) => {
    const found = fresh.find((each) => lineKey(each) === lineKey(line))
    if (found === undefined) return [line]
    if (found.problem === 'gone' || found.qtyAvailable === 0) return []
    const quantity = Math.min(line.quantity, found.qtyAvailable)
    return [{ ...line, price: found.price, available: found.qtyAvailable, quantity }]
  })
}

export function sumOf(lines: readonly SaleLine[], delivery = 0): number {
  const kobo = lines.reduce((sum, { price, quantity }) => sum + nearestKobo(price) * quantity, 0)
  return nairaFromKobo(kobo + nearestKobo(delivery))
}
