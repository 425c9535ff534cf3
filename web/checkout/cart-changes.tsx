import { useEffect, useRef } from 'react'
import { useCart } from '#web/state/cart.ts'
import { Icon } from '#web/ui/icon.tsx'
import { changeSentence } from './cart-conflict.ts'

/** What else the shop said when it refused an order, besides what became of the lines. */
export type Refusal = { sentences: readonly string[] }

/**
 * What the shop found different from the cart, line by line, until the shopper leaves this page. After a refused order it
 * takes the focus, as the shopper has to know before paying.
 */
export function CartChanges({ refusal }: { refusal: Refusal | null }) {
  const unseen = useCart((cart) => cart.unseen)
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    if (refusal !== null) region.current?.focus()
  }, [refusal])
  const changes = [...unseen.map(changeSentence), ...(refusal?.sentences ?? [])]
  if (changes.length === 0) return null
  return (
    <section
      ref={region}
      role="alert"
      tabIndex={-1}
      aria-labelledby="cart-changes"
      className="mb-6 border-accent border-l-6 bg-paper-bright py-4 pr-4 pl-5"
    >
      <h2 id="cart-changes" className="flex items-center gap-2 font-bold">
        <Icon name="info" />
        Your cart has changed
      </h2>
      <ul className="wrap-anywhere mt-2 grid gap-1.5 text-sm">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      {refusal !== null && (
        <p className="mt-3 text-ink-soft text-sm">
          Nothing has been charged. Please look it over and try again.
        </p>
      )}
    </section>
  )
}
