import { type CartItem, isSameLine, isSoldOut, mostOf } from '#shared/cart.ts'
import { roomInOrder } from '#shared/cart-total.ts'
import { HELD_UNITS_PER_SHOPPER_MAX, LINE_QUANTITY_MAX } from '#shared/limits.ts'
import { useCart } from '#web/state/cart.ts'

type Words = { title: string; description: string }

/** Adds one to the cart. Returns what to say instead of thanks when the cart already holds all that can be sold. */
export function addOne(item: Omit<CartItem, 'quantity'>): Words | undefined {
  const { items, add } = useCart.getState()
  const line = items.find((each) => isSameLine(each, item))
  const inCart = line && !isSoldOut(line) ? line.quantity : 0
  // A product's own count leaves out what this checkout holds, the line's includes it.
  const qtyAvailable = Math.max(item.qtyAvailable, line?.qtyAvailable ?? 0)
  const full = noMore({ quantity: inCart, qtyAvailable }, items)
  if (full === undefined) add({ ...item, qtyAvailable })
  return full
}

/** What to say when the line can't have one more; undefined while it can. */
export function noMore(
  line: Pick<CartItem, 'quantity' | 'qtyAvailable'>,
  items: readonly CartItem[],
): Words | undefined {
  if (line.quantity >= mostOf(line)) return allThereIs(line)
  const room = roomInOrder(items)
  return room > 0 ? undefined : inCartAlready(HELD_UNITS_PER_SHOPPER_MAX - room, MOST_PER_ORDER)
}

/** What to say when no more can be sold than the cart's line has. */
export function allThereIs({ quantity, qtyAvailable }: Pick<CartItem, 'quantity' | 'qtyAvailable'>): Words {
  return inCartAlready(
    quantity,
    qtyAvailable < LINE_QUANTITY_MAX ? "That's all we have left of it." : MOST_PER_ORDER,
  )
}

const MOST_PER_ORDER = "That's the most we can sell per order."

function inCartAlready(quantity: number, description: string): Words {
  return { title: `You have ${quantity} in your cart`, description }
}
