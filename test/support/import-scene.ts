import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { ImportError, sentenceOf } from '#server/catalogue/finding.ts'
import { makeFolder } from '#server/catalogue/folder.fixture.ts'
import { type ImportOptions, type ImportReport, importCatalogue } from '#server/catalogue/import.ts'
import { products, reviews, shippingPlaces } from '#server/db/schema/catalogue.ts'
import { users } from '#server/db/schema/person.ts'
import { stockItems, stockMoves } from '#server/db/schema/stock.ts'
import { openShopScene } from './shop-scene.ts'

/** In every folder that `importFiles` makes. */
export const PICTURES = ['pictures/black.webp', 'pictures/white.webp']

export const TEE = {
  sku: 'TEE-1',
  name: 'Danfo Tee',
  description: 'Heavy cotton, "boxy" cut; yellow as the bus.',
  price: 12_500.5,
  category: 'Tees',
  tags: ['NewIn', 'cotton'],
  colors: ['black', 'ivory'],
  sizes: ['S', 'M'],
  images: PICTURES,
  discount: { type: 'percentage', amount: 12.5, expiresAt: '2026-12-31' },
  stock: [
    { color: 'black', size: 'S', quantity: 5 },
    { color: 'ivory', size: 'M', quantity: 0 },
  ],
  addedAt: '2026-11-01T12:00:00Z',
}
/** The tee with nothing but what every product has to name. */
export const MINIMAL = { sku: 'TEE-1', name: 'Danfo Tee', price: 12_500, category: 'Tees' }
export const TOTE = {
  sku: 'TOTE-1',
  name: 'Balogun Tote',
  price: 4_000,
  category: 'Bags',
  stock: [{ quantity: 7 }],
}
export const PLACES = [
  { place: 'Lekki', amount: 3_000, states: ['Lagos'], areas: ['Eti-Osa'] },
  { place: 'Yaba', amount: 2_500.5 },
]
export const REVIEWS = [
  { sku: 'TEE-1', userName: 'Ada', rating: 5, comment: 'Lovely', createdAt: '2026-11-10' },
  { sku: 'TEE-1', userName: 'Bayo', rating: 2, comment: 'Tight', createdAt: '2026-11-11T08:00:00Z' },
]

/** For one file of tests: an empty shop before each of them, and what they do with it. */
export function openImportScene() {
  const shop = openShopScene()
  beforeEach(emptyShop)

  async function emptyShop(): Promise<void> {
    const { db, picturesDir } = shop
    await db.transaction(async (tx) => {
      // Of a few rows much quicker than TRUNCATE. Triggers would refuse to change the ledger.
      await tx.execute(sql`set local session_replication_role = replica`)
      for (const table of [stockMoves, stockItems, reviews, products, shippingPlaces, users])
        await tx.delete(table)
    })
    // So nothing is notified either.
    await db.execute(sql`select pg_notify('jara_products', '*')`)
    await rm(join(picturesDir, 'originals'), { recursive: true, force: true })
  }

  function importFolder(folder: string, options: Partial<ImportOptions> = {}): Promise<ImportReport> {
    const { db, pictureStore, now } = shop
    return importCatalogue({ db, folder, pictureStore, now, ...options })
  }

  const importFiles = async (files: Record<string, unknown>, options: Partial<ImportOptions> = {}) =>
    importFolder(await makeFolder(files, PICTURES), options)

  async function productOf(sku: string) {
    const [row] = await shop.db.select().from(products).where(eq(products.sku, sku))
    if (!row) throw new Error(`no product ${sku}`)
    return row
  }

  /** The only product, without the time of its last change. */
  async function theProduct() {
    const [row] = await shop.db.select().from(products)
    if (!row) throw new Error('no product')
    const { updatedAt, ...content } = row
    return content
  }

  /** The available pieces of every colour and size of all products: { 'black/S': 5 }. */
  async function available() {
    const rows = await shop.db.select().from(stockItems)
    return Object.fromEntries(rows.map((row) => [`${row.color}/${row.size}`, row.available]))
  }

  async function contentOfShop() {
    const { db } = shop
    return {
      products: await db
        .select()
        .from(products)
        .orderBy(asc(products.sku))
        .then((rows) => rows.map(({ id, updatedAt, ...rest }) => rest)),
      stock: await db
        .select({
          sku: products.sku,
          color: stockItems.color,
          size: stockItems.size,
          available: stockItems.available,
        })
        .from(stockItems)
        .innerJoin(products, eq(products.id, stockItems.productId))
        .orderBy(asc(products.sku), asc(stockItems.color), asc(stockItems.size)),
      // Written in the order of the products' ids, which are random.
      moves: await db
        .select({ kind: stockMoves.kind, quantity: stockMoves.quantity })
        .from(stockMoves)
        .innerJoin(products, eq(products.id, stockMoves.productId))
        .orderBy(asc(products.sku), asc(stockMoves.id)),
      reviews: await db
        .select({ userName: reviews.userName, rating: reviews.rating, createdAt: reviews.createdAt })
        .from(reviews)
        .orderBy(asc(reviews.userName)),
      places: await db.select().from(shippingPlaces).orderBy(asc(shippingPlaces.position)),
    }
  }

  return {
    shop,
    emptyShop,
    importFolder,
    importFiles,
    productOf,
    theProduct,
    available,
    contentOfShop,
  }
}

/** The sentences of an import that is refused. */
export async function faultsOf(importing: Promise<ImportReport>): Promise<string[]> {
  const error = await importing.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ImportError)) throw error ?? new Error('the folder was imported')
  return error.faults.map(sentenceOf)
}
