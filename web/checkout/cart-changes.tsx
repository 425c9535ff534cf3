import { useEffect, useRef } from 'react'
import { Icon } from '#web/ui/icon.tsx'

/** What the shop found different from the cart, line by line. Takes the focus, as the shopper has to know before paying. */
export function CartChanges({ changes }: { changes: readonly string[] }) {
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    if (changes.length > 0) region.current?.focus()
  }, [changes])
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
      <ul className="mt-2 grid gap-1.5 text-sm">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <p className="mt-3 text-ink-soft text-sm">
        Nothing has been charged. Please look it over and try again.
      </p>
    </section>
  )
}
