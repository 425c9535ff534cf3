import type { Entry } from '#server/catalogue-index/entry.ts'
import type { LiveIndex } from '#server/catalogue-index/live-index.ts'
import type { Database } from '#server/db/connection.ts'
import type { CardList, ProductDetail, ProductList, ProductQuery } from '#shared/contract/product.ts'
import { presentCard, presentProduct, presentSummary } from './present.ts'
import { findEntry, readEntries } from './store.ts'

type Around = { db: Database; productIndex: LiveIndex }

/**
 * One page of the matching products, with total and facets. The index decides which products, and holds all that a list shows
 * of them. While the index may be behind, they are read from the database: then, without a database, there is no list.
 */
export async function listProducts(
  around: Around,
  { view, ...query }: ProductQuery,
  now: Date,
): Promise<ProductList | CardList> {
  const index = await around.productIndex.read()
  const { entries, total, facets } = index.list(query, now.getTime())
  const shown = await asNow(around, entries)
  const { page, limit } = query
  const list = { totalPages: Math.ceil(total / limit), total, page, limit, facets }
  return view === 'card'
    ? { products: shown.map((entry) => presentCard(entry, now, query.color)), ...list }
    : { products: shown.map((entry) => presentSummary(entry, now)), ...list }
}

/** A product, also a retired one, with its related products. */
export async function findProductDetail(
  around: Around,
  id: string,
  now: Date,
): Promise<ProductDetail | undefined> {
  const entry = await findEntry(around.db, id)
  if (entry === undefined) return undefined
  const index = await around.productIndex.read()
  const related = await asNow(around, index.related(entry))
  return {
    product: presentProduct(entry, now),
    relatedProducts: related.map((one) => presentSummary(one, now)),
  }
}

/** These entries, or as the database has them now where the index may be behind; those that are gone are left out. */
async function asNow({ db, productIndex }: Around, entries: readonly Entry[]): Promise<readonly Entry[]> {
  if (productIndex.isCurrent() || entries.length === 0) return entries
  const read = await readEntries(
    db,
    entries.map(({ id }) => id),
  )
  const byId = new Map(read.map((entry) => [entry.id, entry]))
  return entries.map(({ id }) => byId.get(id)).filter((entry) => entry !== undefined)
}
