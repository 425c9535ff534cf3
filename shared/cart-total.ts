import { buyableLines, type CartItem, cartQuantity } from './cart.ts'
import { HELD_UNITS_PER_SHOPPER_MAX } from './limits.ts'
import { nairaFromKobo, nearestKobo } from './naira.ts'

/** The sum in naira of what can be bought, added up in kobo to avoid floating-point errors. */
export function cartTotal(items: readonly CartItem[], shippingNaira = 0): number {
  const kobo = buyableLines(items).reduce((sum, line) => sum + nearestKobo(line.price) * line.quantity, 0)
  return nairaFromKobo(kobo + nearestKobo(shippingNaira))
}

/**
 * How many more pieces one order can take; below 0 when the cart holds too many. Sold-out lines are not part of the order.
 * Every line is at least one piece, so a cart within this limit never has too many lines either.
 */
export function roomInOrder(items: readonly CartItem[]): number {
  return HELD_UNITS_PER_SHOPPER_MAX - cartQuantity(buyableLines(items))
}

/** What to do about a cart that holds more than one order can; undefined if it does not. */
export function overLimitWords(items: readonly CartItem[]): string | undefined {
  const room = roomInOrder(items)
  if (room >= 0) return undefined
  return `The most we can sell per order is ${HELD_UNITS_PER_SHOPPER_MAX} items. Please remove ${-room} to check out.`
}
