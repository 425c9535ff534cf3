import { type CartItem, isSameLine } from '#shared/cart.ts'
import type { CartChange } from '#shared/cart-change.ts'
import { useCart } from '#web/state/cart.ts'

/**
 * Puts lines into the cart, each at its place, with the news about them that the shopper has not seen. A line that is there
 * already gets the pieces that it had, unless it has more.
 */
export function putInCart(lines: readonly CartItem[], unseen: readonly CartChange[] = []): void {
  const { items, restore, setQuantity } = useCart.getState()
  for (const [position, line] of lines.entries()) {
    const held = items.find((item) => isSameLine(item, line))
    if (held === undefined) {
      const news = unseen.filter((change) => isSameLine(change, line))
      restore(line, position, news)
    } else if (held.quantity < line.quantity) setQuantity(line, line.quantity)
  }
}
