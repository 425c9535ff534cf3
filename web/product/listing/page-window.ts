const PAGES_EITHER_SIDE = 2

export type PageItem = number | 'gap'

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
