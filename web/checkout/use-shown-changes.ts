import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useCart } from '#web/state/cart.ts'
import { focusCartChanges } from './cart-changes.tsx'

const hasNews = () => useCart.getState().unseen.length > 0

/**
 * Whether the cart's changes are shown. Those known when the page opens are. Later ones wait until they are asked for, or
 * until the shopper wants to pay without having seen them: shown by themselves, they would move the lines and the button
 * below them under the finger.
 */
export function useShownChanges() {
  const [areShown, setShown] = useState(hasNews)
  const show = () => {
    flushSync(() => setShown(true))
    focusCartChanges()
  }
  return {
    areShown,
    show,
    /** Shows what the shopper has not seen. Returns false if there is nothing of that kind. */
    showUnseen: () => {
      if (areShown || !hasNews()) return false
      show()
      return true
    },
    hide: () => setShown(false),
  }
}
