import { bringUpToDate, type PresentLine, rememberChanges } from '#shared/cart-change.ts'
import { useCart } from './cart.ts'

/** Brings the cart's lines up to date with what the server says, and remembers the news until it is seen. */
export function bringCartUpToDate(present: readonly PresentLine[]): void {
  useCart.getState().revise(({ items, unseen }) => {
    const updated = bringUpToDate(items, present)
    return { items: updated.items, unseen: rememberChanges(unseen, updated.changes) }
  })
}
