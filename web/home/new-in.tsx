import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'

/** The `sizes` of a card's picture in this grid. */
export const NEW_IN_SIZES = '(min-width: 768px) 30vw, 44vw'

export function NewIn({ children }: { children: ReactNode }) {
  return (
    <section data-step="1" aria-labelledby="new-in" className="page py-14 md:py-24">
      <div className="flex items-end justify-between gap-4 pb-6 md:pb-10">
        <h2 id="new-in" className="display text-d-lg">
          New In
        </h2>
        <Link
          to="/products"
          search={{ tag: 'NewIn' }}
          className="label flex min-h-11 items-center gap-2 border-ink border-b-3 text-xs hover:border-accent"
        >
          SHOP NOW
          <Icon name="arrow-right" />
        </Link>
      </div>
      {children}
    </section>
  )
}

export function NewInGrid({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-8 md:grid-cols-3 md:gap-x-6 md:gap-y-14">{children}</div>
  )
}
