import { recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { Refusal } from '#server/refusal.ts'
import type { Catalogue } from './catalogue.ts'
import { saveProducts } from './product-store.ts'
import {
  adjustStock,
  countStockDropped,
  countStockNotIn,
  receiveNewStock,
  type StockWrite,
} from './stock-store.ts'
import {
  batchesOf,
  listProductIds,
  lockCatalogue,
  type ReviewWrite,
  recountRatings,
  replacePlaces,
  saveReviews,
} from './store.ts'

export type WriteStep = 'writing products' | 'writing stock'

export type WriteOptions = {
  /** Name of the folder, for the audit log. */
  source: string
  actor: string
  /** Returns the address of a picture by its path in the product. */
  addressOf: (path: string) => string
  now: Date
  setStock: boolean
  onProgress: (step: WriteStep, productsDone: number, productsTotal: number) => void
}

export type WriteReport = {
  products: { created: number; changed: number; unchanged: number; notInFolder: number }
  stock: {
    unitsReceived: number
    adjusted: number
    leftThoughNotInFile: number
    /** What is left of colours and sizes that the file drops from products whose stock it does not name. */
    leftThoughDropped: number
  }
  /** Null when the folder has no file of places. */
  places: { count: number; removed: number } | null
  reviews: number
}

const PRODUCTS_PER_BATCH = 250

/** Writes a checked catalogue. Must be called in a transaction. */
export async function writeCatalogue(
  tx: Database,
  catalogue: Catalogue,
  options: WriteOptions,
): Promise<WriteReport> {
  if (!(await lockCatalogue(tx)))
    throw new Refusal('Another import is running. Try again when it has finished.')
  const ids = await listProductIds(tx)
  const notInFolder = ids.size - catalogue.products.filter((product) => ids.has(product.sku)).length
  const products = await writeProducts(tx, catalogue, ids, options)
  const reviews = catalogue.reviews.flatMap((review): ReviewWrite[] => {
    const productId = ids.get(review.sku)
    return productId === undefined ? [] : [{ ...review, productId }]
  })
  await saveReviews(tx, reviews)
  await recountRatings(
    tx,
    reviews.map((review) => review.productId),
  )
  const places = catalogue.places
    ? { count: catalogue.places.length, ...(await replacePlaces(tx, catalogue.places)) }
    : null
  const stock = await writeStock(tx, catalogue, options)
  const report = { products: { ...products, notInFolder }, stock, places, reviews: reviews.length }
  const { actor, source: subject, now } = options
  await recordAct(tx, { actor, action: 'catalogue.import', subject, details: report }, now)
  return report
}

/** Adds the ids of new products to `ids`. */
async function writeProducts(
  tx: Database,
  catalogue: Catalogue,
  ids: Map<string, string>,
  options: WriteOptions,
): Promise<{ created: number; changed: number; unchanged: number }> {
  const { now } = options
  const counts = { created: 0, changed: 0, unchanged: 0 }
  const total = catalogue.products.length
  // Without dates, the first product in the file is the newest, so the shop shows them in the file's order.
  const writes = catalogue.products.map((product, i) => ({
    ...product,
    addresses: product.images?.map(options.addressOf),
    firstAddedAt: new Date(now.getTime() - i),
  }))
  let done = 0
  for (const batch of batchesOf(writes, PRODUCTS_PER_BATCH)) {
    const saved = await saveProducts(tx, batch, now)
    for (const [sku, id] of saved.ids) ids.set(sku, id)
    counts.created += saved.created.length
    counts.changed += saved.changed.length
    done += batch.length
    options.onProgress('writing products', done, total)
  }
  return { ...counts, unchanged: total - counts.created - counts.changed }
}

/**
 * Runs last, since orders wait for the stock rows locked here. All batches follow the order in which orders lock them,
 * which prevents deadlocks.
 */
async function writeStock(
  tx: Database,
  catalogue: Catalogue,
  { setStock, onProgress }: WriteOptions,
): Promise<WriteReport['stock']> {
  const counts = { unitsReceived: 0, adjusted: 0, leftThoughNotInFile: 0, leftThoughDropped: 0 }
  const bySku = new Map(catalogue.products.map((product) => [product.sku, product]))
  const products = [...(await listProductIds(tx))].flatMap(([sku, productId]) => {
    const product = bySku.get(sku)
    return product === undefined ? [] : { ...product, productId }
  })
  let done = 0
  for (const batch of batchesOf(products, PRODUCTS_PER_BATCH)) {
    const named = batch.filter(({ stock }) => stock !== undefined)
    const namedIds = named.map(({ productId }) => productId)
    const rows = named.flatMap(({ productId, stock = [] }) =>
      stock.map((row): StockWrite => ({ ...row, productId })),
    )
    for (const part of batchesOf(rows)) counts.unitsReceived += await receiveNewStock(tx, part)
    if (setStock) counts.adjusted += await adjustStock(tx, namedIds, rows)
    else counts.leftThoughNotInFile += await countStockNotIn(tx, namedIds, rows)
    const rechosen = batch.filter(({ stock, colors, sizes }) => !stock && (colors ?? sizes))
    const rechosenIds = rechosen.map(({ productId }) => productId)
    counts.leftThoughDropped += await countStockDropped(tx, rechosenIds)
    done += batch.length
    onProgress('writing stock', done, products.length)
  }
  return counts
}
