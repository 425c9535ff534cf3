import { Link } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { type ProductSearch, parseProductSearch } from '#shared/product-search.ts'
import { classes } from '#ui/class-name.ts'
import { scrollBehavior } from '#ui/data-saver.ts'
import { Icon } from '#ui/icon.tsx'
import { goToList } from './go-to-list.ts'
import { pageWindow } from './list-page.ts'

const CELL = 'label tabular grid min-h-11 min-w-11 place-items-center px-2 text-xs'

function scrollToTop(event: MouseEvent) {
  if (!goToList(event)) return
  // Not before the router has noted where this page was left.
  queueMicrotask(() => scrollTo({ top: 0, behavior: scrollBehavior() }))
}

/** Hidden for one page or none. Pages are links: they work without script and can be opened in a new tab. */
export function Pagination({ search, totalPages }: { search: ProductSearch; totalPages: number }) {
  const page = search.page ?? 1
  const items = pageWindow(page, totalPages)
  if (items.length === 0) return null
  const linkTo = (to: number) => ({
    to: '/products' as const,
    search: parseProductSearch({ ...search, page: to }),
    resetScroll: false,
    activeOptions: { exact: true },
    onClick: scrollToTop,
    className: classes(CELL, to === page ? 'chosen' : 'hover:bg-ink hover:text-paper'),
  })
  return (
    <nav aria-label="Pages" className="mt-14 flex justify-center border-ink border-t pt-6">
      <ul className="flex flex-wrap items-center justify-center gap-1">
        {page > 1 && (
          <li>
            <Link {...linkTo(Math.min(page - 1, totalPages))} rel="prev" aria-label="Previous page">
              <Icon name="arrow-left" />
            </Link>
          </li>
        )}
        {items.map((item, place) => (
          <li key={item === 'gap' ? `gap-${place}` : item}>
            {item === 'gap' ? (
              <span aria-hidden="true" className={CELL}>
                …
              </span>
            ) : (
              <Link
                {...linkTo(item)}
                aria-label={`Page ${item}`}
                {...(item === page ? { 'aria-current': 'page' as const } : {})}
              >
                {item}
              </Link>
            )}
          </li>
        ))}
        {page < totalPages && (
          <li>
            <Link {...linkTo(page + 1)} rel="next" aria-label="Next page">
              <Icon name="arrow-right" />
            </Link>
          </li>
        )}
      </ul>
    </nav>
  )
}
