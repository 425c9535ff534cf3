import { type CartItem, isSameLine, mostOf } from '#shared/cart.ts'
import { useCart } from './cart.ts'

/** Adds one to the cart. Returns what to say instead of thanks when the cart already holds all that can be sold. */
export function addOne(item: Omit<CartItem, 'quantity'>): ReturnType<typeof allThereIs> | undefined {
  const { items, add } = useCart.getState()
  const inCart = items.find((line) => isSameLine(line, item))?.quantity ?? 0
  if (inCart >= mostOf(item)) return allThereIs(inCart)
  add(item)
  return undefined
}

/** What to say when no more can be sold than the cart's line has. */
export function allThereIs(inCart: number) {
  return { title: `You have ${inCart} in your cart`, description: "That's the most we can sell per order." }
}
