import { buyableLines, type CartItem } from './cart.ts'
import { nairaFromKobo, nearestKobo } from './naira.ts'

/** The sum in naira of what can be bought, added up in kobo to avoid floating-point errors. */
export function cartTotal(items: readonly CartItem[], shippingNaira = 0): number {
  const kobo = buyableLines(items).reduce((sum, line) => sum + nearestKobo(line.price) * line.quantity, 0)
  return nairaFromKobo(kobo + nearestKobo(shippingNaira))
}
