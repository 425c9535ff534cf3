import type { ReactNode } from 'react'
import { Button, buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useOverlay } from '#web/state/overlay.ts'

export const FILTER_FORM = 'filter-form'
const ASIDE = 'filters'

/** `range` and `total` are absent while the list is loading, and if it failed: that is said in its place. */
export function ListingHeader({
  title,
  range,
  total,
  hasFailed = false,
}: {
  title: string
  range: string | undefined
  total: number | undefined
  hasFailed?: boolean
}) {
  const unknown = hasFailed ? '' : 'Loading products'
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2 border-ink border-b pb-5">
      <h1 className="display min-w-0 break-words text-d-lg">{title}</h1>
      <p className="tabular min-h-6 text-ink-mute text-sm max-sm:basis-full" aria-hidden="true">
        {range}
      </p>
      <p role="status" className="sr-only">
        {total === undefined
          ? unknown
          : `${range ?? `0 of ${total}`} ${total === 1 ? 'product' : 'products'}`}
      </p>
    </header>
  )
}

/** The panel on wide screens. Without script, small screens show it when the Filters link targets it. */
export function FilterAside({ children }: { children?: ReactNode }) {
  return (
    <aside
      id={ASIDE}
      aria-label="Filters"
      className="hidden scroll-mt-40 [scrollbar-color:var(--color-line-strong)_transparent] [scrollbar-width:thin] self-start py-5 target:block lg:sticky lg:top-18 lg:block lg:max-h-[calc(100dvh-4.5rem)] lg:overflow-y-auto lg:overscroll-contain"
    >
      {children}
    </aside>
  )
}

/** With script it opens the drawer, without it links to the panel. */
export function FiltersButton({ count }: { count: number }) {
  const overlay = useOverlay()
  const label = (
    <>
      <Icon name="filter" className="size-4" />
      <span>{count > 0 ? `Filters (${count})` : 'Filters'}</span>
    </>
  )
  return (
    <>
      <Button
        variant="secondary"
        className="lg:hidden noscript:hidden"
        aria-haspopup="dialog"
        onClick={() => overlay.open('filters')}
      >
        {label}
      </Button>
      <a
        href={`#${ASIDE}`}
        className={buttonClass({ variant: 'secondary' }, 'lg:hidden not-noscript:hidden')}
      >
        {label}
      </a>
    </>
  )
}
