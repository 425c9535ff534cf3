import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { classes } from '#ui/class-name.ts'
import { Icon } from '#ui/icon.tsx'
import { useCart } from '#web/state/cart.ts'
import { changeSentence } from './cart-conflict.ts'

const REGION_ID = 'cart-changes'
const HEADING_ID = 'cart-changes-heading'

/** What the shop reported when it refused an order, apart from changes to the lines. */
export type Refusal = { sentences: readonly string[] }

/**
 * How the cart differs from what the shop sells, line by line, until the shopper leaves this page. After a refused order it
 * takes the focus, as the shopper has to know before paying.
 */
export function CartChanges({
  refusal,
  onShown,
}: {
  refusal: Refusal | null
  onShown: (areShown: true) => void
}) {
  const unseen = useCart((cart) => cart.unseen)
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    if (refusal !== null) region.current?.focus()
  }, [refusal])
  const changes = [...unseen.map(changeSentence), ...(refusal?.sentences ?? [])]
  const hasChanges = changes.length > 0
  useEffect(() => {
    if (hasChanges) onShown(true)
  }, [hasChanges, onShown])
  if (!hasChanges) return null
  return (
    <section
      ref={region}
      id={REGION_ID}
      role="alert"
      tabIndex={-1}
      aria-labelledby={HEADING_ID}
      className="mb-6 notice py-4 pr-4 pl-5"
    >
      <h2 id={HEADING_ID} className="flex items-center gap-2 font-bold">
        <Icon name="info" />
        Your cart has changed
      </h2>
      <ul className="wrap-anywhere mt-2 grid gap-1.5 text-sm">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      {refusal !== null && (
        <p className="mt-3 text-ink-soft text-sm">Nothing has been charged. Please check it and try again.</p>
      )}
    </section>
  )
}

const LEAD = 'Your cart has changed. See what is different.'
const LEAD_LOOK = 'flex min-h-11 items-center gap-2 text-left text-balance font-bold text-sm leading-snug'

/**
 * Leads to the changes from above the form. Its place is reserved while there are none, at every text size: it appears while the
 * shopper may be pressing what is below it.
 */
export function ToCartChanges({ onSelect }: { onSelect: () => void }) {
  const hasNews = useCart((cart) => cart.unseen.length > 0)
  return (
    <div role="status" className="relative ml-auto max-w-max grow basis-40">
      <p className={classes(LEAD_LOOK, 'invisible')}>
        <Icon name="info" />
        {LEAD}
      </p>
      {hasNews && (
        <button type="button" className={classes(LEAD_LOOK, 'link absolute inset-0')} onClick={onSelect}>
          <Icon name="info" />
          {LEAD}
        </button>
      )}
    </div>
  )
}

function focusCartChanges(): void {
  document.getElementById(REGION_ID)?.focus()
}

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
