import { desc, eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/connection.ts'
import { directClient } from '#server/db/pool.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { stockItems } from '#server/db/schema/stock.ts'
import { createFolderStore } from '#server/pictures/picture-store.ts'
import { createFreshDatabase, type TestDatabase } from '#test/support/fresh-database.ts'
import { untilLockWait } from '#test/support/lock-wait.ts'
import { makeFolder } from './folder.fixture.ts'
import { importCatalogue } from './import.ts'
import { recountRatings } from './store.ts'

/** One more than an import writes in a batch. */
const PRODUCTS = 251

let database: TestDatabase
// Without the session limits, since test machines can be slow.
let importer: pg.Client
let cart: pg.Client
let observer: pg.Client
let db: Database
beforeAll(async () => {
  database = await createFreshDatabase()
  const { url } = database
  ;[importer, cart, observer] = [directClient(url), directClient(url), directClient(url)]
  for (const client of [importer, cart, observer]) await client.connect()
  db = drizzle(importer)
})
afterAll(async () => {
  for (const client of [importer, cart, observer]) await client.end()
  await database.drop()
})

async function importStock(stock: readonly { sku: string; quantity: number }[]) {
  const rows = stock.map(({ sku, quantity }) => ({
    sku,
    name: `Product ${sku}`,
    price: 4_000,
    category: 'Tees',
    stock: [{ quantity }],
  }))
  const folder = await makeFolder({ 'products.json': rows })
  const pictureStore = createFolderStore(`${folder}/kept`)
  return importCatalogue({ db, folder, pictureStore, now: () => new Date(), setStock: true })
}

const lockForCart = (product: { id: string } | undefined) =>
  cart.query('select 1 from stock_items where product_id = $1 for update nowait', [product?.id])

test('an import locks stock in the same order as carts, whatever the order of its file', async () => {
  await importStock(Array.from({ length: PRODUCTS }, (_, i) => ({ sku: `TEE-${i}`, quantity: 7 })))
  const { id, sku } = products
  const backwards = await db.select({ id, sku }).from(products).orderBy(desc(id))
  await cart.query('begin')
  await lockForCart(backwards.at(-1))
  const importing = importStock(backwards.map((product) => ({ sku: product.sku, quantity: 8 })))
  await untilLockWait(drizzle(observer))
  // The rest of the cart: if the import had locked it already, the two would deadlock.
  for (const product of backwards.slice(0, -1).toReversed()) await lockForCart(product)
  await cart.query('commit')
  expect((await importing).stock.adjusted).toBe(PRODUCTS)
})

test('an import sets what is available to its number, also of what is being bought meanwhile', async () => {
  await importStock([{ sku: 'SHOE', quantity: 3 }])
  const { id, sku } = products
  const [product] = await db.select({ id }).from(products).where(eq(sku, 'SHOE'))
  await cart.query('begin')
  await lockForCart(product)
  const importing = importStock([{ sku: 'SHOE', quantity: 10 }])
  await untilLockWait(drizzle(observer))
  await cart.query(
    `with held as (update stock_items set available = available - 1, held = held + 1 where product_id = $1)
     insert into stock_moves (product_id, color, size, kind, quantity) values ($1, '', '', 'hold', 1)`,
    [product?.id],
  )
  await cart.query('commit')
  await importing
  const { available, held } = stockItems
  expect(
    await db
      .select({ available, held })
      .from(stockItems)
      .where(eq(stockItems.productId, product?.id ?? '')),
  ).toEqual([{ available: 10, held: 1 }])
})

test('an order is held for a product whose reviews an import is counting', async () => {
  await importStock([{ sku: 'BAG', quantity: 3 }])
  const { id, sku } = products
  const [product] = await db.select({ id }).from(products).where(eq(sku, 'BAG'))
  const productId = product?.id ?? ''
  await db.transaction(async (tx) => {
    await recountRatings(tx, [productId])
    await cart.query("begin; set local lock_timeout = '2s'")
    await cart.query('select 1 from stock_items where product_id = $1 for update', [productId])
    // Its foreign key locks the product.
    await cart.query(
      `insert into stock_moves (product_id, color, size, kind, quantity) values ($1, '', '', 'hold', 1)`,
      [productId],
    )
    await cart.query('rollback')
  })
})

test("a shopper's review that is written while reviews are recounted counts", async () => {
  await importStock([{ sku: 'CAP', quantity: 1 }])
  const { id, ratingSum, ratingCount } = products
  const [product] = await db.select({ id }).from(products).where(eq(products.sku, 'CAP'))
  const write = (rating: number) =>
    cart.query(
      `with written as (update products set rating_sum = rating_sum + $2, rating_count = rating_count + 1 where id = $1)
       insert into reviews (id, product_id, user_name, rating, comment) values ($3, $1, $3, $2, 'Good')`,
      [product?.id, rating, `by ${rating}`],
    )
  await write(3)
  await db.update(products).set({ ratingSum: 0, ratingCount: 0 })
  await cart.query('begin')
  await write(5)
  const recounting = db.transaction((tx) => recountRatings(tx, [product?.id ?? '']))
  await untilLockWait(drizzle(observer))
  await cart.query('commit')
  await recounting
  const [counted] = await db.select({ ratingSum, ratingCount }).from(products).where(eq(products.sku, 'CAP'))
  expect(counted).toEqual({ ratingSum: 8, ratingCount: 2 })
})
