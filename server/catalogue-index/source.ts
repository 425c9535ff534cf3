import type { Entry } from './entry.ts'

/** So many products are read and indexed at a time: some milliseconds of work. */
export const PAGE_PRODUCTS = 200

/** Where the index reads products from. */
export type CatalogueSource = {
  /** The next PAGE_PRODUCTS listed products, in the order of their ids. */
  readPage: (afterId: string) => Promise<Entry[]>
  /** Up to PAGE_PRODUCTS products in their present state, without those that are unknown or not listed. */
  readEntries: (ids: readonly string[]) => Promise<Entry[]>
  /** The number of the last stock move; 0 if there is none. */
  findLastMove: () => Promise<number>
  /** The products with stock moves since that one. */
  listMovedSince: (move: number) => Promise<string[]>
}
