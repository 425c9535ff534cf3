import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'

/** The `sizes` of a card's picture on a shelf. */
export const SHELF_SIZES =
  '(min-width: 1600px) 240px, (min-width: 1024px) 15vw, (min-width: 640px) 30vw, 45vw'

/** One row of products on a wide screen, with a link to all of their kind. */
export function Shelf({ title, tag, children }: { title: string; tag: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="page pt-12 md:pt-18">
      <div className="flex items-end justify-between gap-4 pb-6">
        <h2 className="display text-d-md">{title}</h2>
        <Link
          to="/products"
          search={{ tag }}
          className="label flex min-h-11 items-center gap-2 border-ink border-b-3 text-xs hover:border-accent"
        >
          See all
          <span className="sr-only">: {title}</span>
          <Icon name="arrow-right" />
        </Link>
      </div>
      {children}
    </section>
  )
}

export function ShelfGrid({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-8 sm:grid-cols-3 sm:gap-x-4 lg:grid-cols-6">
      {children}
    </div>
  )
}
