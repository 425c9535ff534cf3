import { type CartItem, isSameLine, isSoldOut, mostOf } from '#shared/cart.ts'
import { LINE_QUANTITY_MAX } from '#shared/limits.ts'
import { useCart } from './cart.ts'

/** Adds one to the cart. Returns what to say instead of thanks when the cart already holds all that can be sold. */
export function addOne(item: Omit<CartItem, 'quantity'>): ReturnType<typeof allThereIs> | undefined {
  const { items, add } = useCart.getState()
  const line = items.find((each) => isSameLine(each, item))
  const inCart = line && !isSoldOut(line) ? line.quantity : 0
  // A product's own count leaves out what this checkout holds, the line's includes it.
  const qtyAvailable = Math.max(item.qtyAvailable, line?.qtyAvailable ?? 0)
  if (inCart >= mostOf({ qtyAvailable })) return allThereIs({ quantity: inCart, qtyAvailable })
  add({ ...item, qtyAvailable })
  return undefined
}

/** What to say when no more can be sold than the cart's line has. */
export function allThereIs({ quantity, qtyAvailable }: Pick<CartItem, 'quantity' | 'qtyAvailable'>) {
  return {
    title: `You have ${quantity} in your cart`,
    description:
      qtyAvailable < LINE_QUANTITY_MAX
        ? "That's all we have left of it."
        : "That's the most we can sell per order.",
  }
}
