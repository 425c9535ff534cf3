import { type CartItem, isSameLine, mostOf } from '#shared/cart.ts'
import { useCart } from './cart.ts'

/** Puts one more into the cart. Answers what to say instead of thanks when the cart already holds all that can be sold. */
export function addOne(item: Omit<CartItem, 'quantity'>): { title: string; description: string } | undefined {
  const { items, add } = useCart.getState()
  const inCart = items.find((line) => isSameLine(line, item))?.quantity ?? 0
  if (inCart >= mostOf(item)) {
    return { title: `You have ${inCart} in your cart`, description: 'That is as many as we can sell you.' }
  }
  add(item)
  return undefined
}
