import type { CartItem } from '#shared/cart.ts'
import { bringUpToDate, type CartChange, changeWords, type PresentLine } from '#shared/cart-change.ts'
import { lineName } from '#shared/choice-words.ts'
import type { CartConflict } from '#shared/contract/payment.ts'
import { formatNaira } from '#shared/naira.ts'

export type Delivery = { place: string; amount: number }

/** What the shop's refusal means: the current lines, and what else the shopper must know. */
type Conflict = { present: PresentLine[]; sentences: string[]; isDeliveryGone: boolean }

/** The refusal is always explained: if neither a line nor the delivery price differs, the total does. */
export function readConflict(
  items: readonly CartItem[],
  conflict: CartConflict,
  delivery: Delivery,
): Conflict {
  const present = conflict.lines.map(
    ({ productId, color, size, name, price, image, qtyAvailable, problem }) => ({
      id: productId,
      color,
      size,
      name,
      price,
      image,
      qtyAvailable,
      isGone: problem === 'gone',
    }),
  )
  const sentences: string[] = []
  const { shippingFee, totalAmount } = conflict
  if (shippingFee === null) {
    sentences.push(
      `We do not deliver to ${delivery.place} any more. Please choose another shipping location.`,
    )
  } else if (shippingFee !== delivery.amount) {
    sentences.push(
      `Delivery to ${delivery.place} is now ${formatNaira(shippingFee)} (was ${formatNaira(delivery.amount)}).`,
    )
  }
  const isQuiet = sentences.length === 0 && bringUpToDate(items, present).changes.length === 0
  if (isQuiet && totalAmount !== null) sentences.push(`Your total is now ${formatNaira(totalAmount)}.`)
  return { present, sentences, isDeliveryGone: shippingFee === null }
}

/** "Danfo Tee (Black, M): Only 1 left, we set 1": a change shown away from its line. */
export function changeSentence(change: CartChange): string {
  return `${lineName(change)}: ${changeWords(change)}`
}
