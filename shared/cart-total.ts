import { buyableLines, type CartItem } from './cart.ts'

/** Sum in naira of what can be bought, added in kobo so that no binary fraction creeps in. */
export function cartTotal(items: readonly CartItem[], shippingNaira = 0): number {
  const kobo = buyableLines(items).reduce(
    (sum, line) => sum + Math.round(line.price * 100) * line.quantity,
    0,
  )
  return (kobo + Math.round(shippingNaira * 100)) / 100
}
