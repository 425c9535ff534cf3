import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { filtersQuery } from '#admin/data/query.ts'
import type { OrderFilter } from '#shared/contract/admin/order.ts'
import { SAVED_FILTERS_MAX } from '#shared/limits.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/class-name.ts'
import { lazyComponent } from '#ui/lazy-component.ts'
import { LazyOverlay } from '#ui/overlay/lazy-overlay.tsx'

const SaveFilterDialog = lazyComponent(() => import('./save-filter-dialog.tsx'), 'SaveFilterDialog')
const EditFiltersDialog = lazyComponent(() => import('./edit-filters-dialog.tsx'), 'EditFiltersDialog')

/** The same whatever the order of its fields, and whether one is missing or undefined. */
const keyOf = ({ view, search, place, since, until }: OrderFilter) =>
  JSON.stringify([view, search, place, since, until])

/** What a member goes back to, on any device; and the button that saves what is shown now. */
export function SavedFilters({
  shown,
  isWorthSaving,
  onFilter,
  children,
}: {
  shown: OrderFilter
  /** A view alone has its button already. */
  isWorthSaving: boolean
  onFilter: (filter: OrderFilter) => void
  /** More to filter by. */
  children: ReactNode
}) {
  const { api } = useRouter().options.context
  const { data: { filters } = { filters: [] } } = useQuery(filtersQuery(api))
  const [open, setOpen] = useState<'save' | 'edit'>()
  const close = () => setOpen(undefined)
  const isSaved = filters.some(({ filter }) => keyOf(filter) === keyOf(shown))
  return (
    <div className="no-scrollbar -mx-(--spacing-gutter) mt-2 flex items-center gap-2 overflow-x-auto px-(--spacing-gutter) py-1 *:shrink-0">
      {filters.map(({ id, name, filter }) => {
        const isShown = keyOf(filter) === keyOf(shown)
        return (
          <button
            key={id}
            type="button"
            aria-pressed={isShown}
            className={classes(
              'min-h-11 border border-line-strong px-4 font-semibold text-sm',
              isShown && 'chosen',
            )}
            onClick={() => onFilter(filter)}
          >
            {name}
          </button>
        )
      })}
      {children}
      {isWorthSaving && !isSaved && filters.length < SAVED_FILTERS_MAX && (
        <Button variant="ghost" size="sm" onClick={() => setOpen('save')}>
          Save this filter
        </Button>
      )}
      {filters.length > 0 && (
        <Button variant="ghost" size="sm" onClick={() => setOpen('edit')}>
          Edit filters
        </Button>
      )}
      <LazyOverlay isOpen={open === 'save'} onClose={close}>
        <SaveFilterDialog filter={shown} isOpen={open === 'save'} onClose={close} />
      </LazyOverlay>
      <LazyOverlay isOpen={open === 'edit'} onClose={close}>
        <EditFiltersDialog filters={filters} isOpen={open === 'edit'} onClose={close} />
      </LazyOverlay>
    </div>
  )
}
