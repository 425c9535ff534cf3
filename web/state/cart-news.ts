import { bringUpToDate, type PresentLine, rememberChanges } from '#shared/cart-change.ts'
import { useCart } from './cart.ts'

/** Updates the cart's lines to what the server reports, and remembers the changes until they are seen. */
export function bringCartUpToDate(present: readonly PresentLine[]): void {
  useCart.getState().revise(({ items, unseen }) => {
    const updated = bringUpToDate(items, present)
    return { items: updated.items, unseen: rememberChanges(unseen, updated.changes) }
  })
}
