import { PAGE_SIZE } from '#shared/limits.ts'

type Counted = { products: readonly unknown[]; totalPages?: number | null; total?: number | null }

/** The server's number; else 48 per page; else 1 page if there are any products. */
export function totalPagesOf({ products, totalPages, total }: Counted): number {
  return totalPages ?? (total == null ? Math.min(1, products.length) : Math.ceil(total / PAGE_SIZE))
}

/** "49–96 of 120", "1 of 1"; undefined when the page shows nothing. */
export function shownRange(page: number, shown: number, total: number): string | undefined {
  if (shown === 0) return undefined
  const first = (page - 1) * PAGE_SIZE + 1
  return `${first}${shown > 1 ? `–${first + shown - 1}` : ''} of ${total}`
}

const PAGES_EITHER_SIDE = 2

type PageItem = number | 'gap'

/**
 * Page 1, the last page and two on either side of the current one, with a gap wherever numbers are left out. Empty for one
 * page or none.
 */
export function pageWindow(page: number, totalPages: number): PageItem[] {
  if (totalPages <= 1) return []
  const near = Math.min(Math.max(page, 1), totalPages)
  const from = Math.max(2, near - PAGES_EITHER_SIDE)
  const to = Math.min(totalPages - 1, near + PAGES_EITHER_SIDE)
  const middle = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
  return [
    1,
    ...(from > 2 ? (['gap'] as const) : []),
    ...middle,
    ...(to < totalPages - 1 ? (['gap'] as const) : []),
    totalPages,
  ]
}
