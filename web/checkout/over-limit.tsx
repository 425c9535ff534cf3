import { overLimitWords } from '#shared/cart-total.ts'
import { useCart } from '#web/state/cart.ts'

const NOTE_ID = 'over-limit'

/** Says for as long as the cart holds more than one order can: such an order is not sent. */
export function OverLimit() {
  const words = useCart((cart) => overLimitWords(cart.items))
  return (
    <div role="status">
      {words && (
        <p id={NOTE_ID} tabIndex={-1} className="notice mt-5 px-4 py-3 font-semibold text-sm">
          {words}
        </p>
      )}
    </div>
  )
}

/** Leads to the note. Returns false if the cart is within the limit. */
export function focusOverLimit(): boolean {
  const note = document.getElementById(NOTE_ID)
  note?.focus()
  return note !== null
}
