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
