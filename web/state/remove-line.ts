import { type CartItem, isSameLine } from '#shared/cart.ts'
import { useCart } from './cart.ts'

/** Takes a line out of the cart. Returns how to put it back where it was, with the news that the shopper has not seen. */
export function removeLine(item: CartItem): () => void {
  const { items, unseen, remove, restore } = useCart.getState()
  const position = items.findIndex((line) => isSameLine(line, item))
  const news = unseen.filter((change) => isSameLine(change, item))
  remove(item)
  return () => restore(item, position, news)
}
