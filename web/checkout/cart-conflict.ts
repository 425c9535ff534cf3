import { type CartItem, isSameLine } from '#shared/cart.ts'
import type { CartConflict, FreshLine } from '#shared/contract/payment.ts'
import { formatNaira } from '#shared/naira.ts'

export type Delivery = { place: string; amount: number }

/** What the shop's refusal means for this cart: the cart as it can be bought now, and what to tell the shopper, line by line. */
export type Reconciled = { items: CartItem[]; changes: string[]; isDeliveryGone: boolean }

/** Nothing is dropped in silence: every line that is not as the shopper left it has its sentence. */
export function reconcileCart(
  items: readonly CartItem[],
  conflict: CartConflict,
  delivery: Delivery,
): Reconciled {
  const changes: string[] = []
  const kept: CartItem[] = []
  for (const item of items) {
    const fresh = conflict.lines.find((line) => isSameLine(item, { ...line, id: line.productId }))
    if (fresh === undefined) {
      kept.push(item)
      continue
    }
    changes.push(...lineChanges(item, fresh))
    const quantity = Math.min(item.quantity, isGone(fresh) ? 0 : fresh.qtyAvailable)
    if (quantity <= 0) continue
    const { name, price, image, qtyAvailable } = fresh
    kept.push({ ...item, name, price, image, qtyAvailable, quantity })
  }
  const { shippingFee, totalAmount } = conflict
  if (shippingFee === null) {
    changes.push(`We do not deliver to ${delivery.place} any more. Please choose another shipping location.`)
  } else if (shippingFee !== delivery.amount) {
    changes.push(
      `Delivery to ${delivery.place} is now ${formatNaira(shippingFee)}. It was ${formatNaira(delivery.amount)}.`,
    )
  }
  if (changes.length === 0 && totalAmount !== null)
    changes.push(`Your total is now ${formatNaira(totalAmount)}.`)
  return { items: kept, changes, isDeliveryGone: shippingFee === null }
}

const isGone = (fresh: FreshLine) => fresh.problem === 'gone' || fresh.qtyAvailable <= 0

function lineChanges(item: CartItem, fresh: FreshLine): string[] {
  const what = lineName(item)
  if (fresh.problem === 'gone') return [`${what} is no longer sold, so we took it out of your cart.`]
  if (fresh.qtyAvailable <= 0) return [`${what} has just sold out, so we took it out of your cart.`]
  const changes: string[] = []
  if (fresh.price !== item.price) {
    changes.push(`${what} is now ${formatNaira(fresh.price)}. It was ${formatNaira(item.price)}.`)
  }
  if (fresh.qtyAvailable < item.quantity) {
    changes.push(
      `Only ${fresh.qtyAvailable} of ${what} left, so we changed your ${item.quantity} to ${fresh.qtyAvailable}.`,
    )
  }
  return changes
}

/** "Danfo Tee (Black, M)"; without the choices a product does not have. */
export function lineName(line: Pick<CartItem, 'name' | 'color' | 'size'>): string {
  const choice = [line.color, line.size].filter(Boolean).join(', ')
  return choice === '' ? line.name : `${line.name} (${choice})`
}
