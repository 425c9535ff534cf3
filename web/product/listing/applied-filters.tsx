import { Link } from '@tanstack/react-router'
import type { ProductSearch } from '#shared/product-search.ts'
import { classes } from '#ui/class-name.ts'
import { Icon } from '#ui/icon.tsx'
import { listAppliedFilters } from './applied-filter.ts'
import { goToList } from './go-to-list.ts'

/** The active filters, each with a way to remove it, and one to remove all. */
export function AppliedFilters({ search }: { search: ProductSearch }) {
  const applied = listAppliedFilters(search)
  if (applied.length === 0) return null
  return (
    <ul aria-label="Active filters" className="flex min-w-0 flex-wrap items-center gap-2 sm:mt-0.5">
      {applied.map(({ key, label, without }) => (
        <li key={key} className="flex min-w-0 max-w-full">
          <Link
            to="/products"
            search={without}
            resetScroll={false}
            activeOptions={{ exact: true }}
            onClick={goToList}
            className="inline-flex min-h-11 min-w-0 items-center gap-2 border border-ink bg-paper-bright px-3 text-xs hover:bg-ink hover:text-paper"
          >
            <span className="sr-only">Remove filter </span>
            <span className={classes('min-w-0 truncate', key.startsWith('color:') && 'capitalize')}>
              {label}
            </span>
            <Icon name="close" className="size-3.5" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to="/products"
          resetScroll={false}
          activeOptions={{ exact: true }}
          onClick={goToList}
          className="link inline-flex min-h-11 items-center px-2 text-xs"
        >
          Clear all
        </Link>
      </li>
    </ul>
  )
}
