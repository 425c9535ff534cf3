import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Connection, Database } from '#server/db/connection.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { stockItems } from '#server/db/schema/stock.ts'
import { catalogueSource, stockLedger } from '#server/product/store.ts'
import { openFreshDatabase } from '#test/support/fresh-database.ts'
import { addProducts } from '#test/support/product.ts'
import { type CatalogueSource, createLiveIndex, type LiveIndex } from './live-index.ts'

const log = pino({ level: 'silent' })
let connection: Connection
let db: Database
let live: LiveIndex
let source: CatalogueSource

beforeAll(async () => {
  connection = await openFreshDatabase()
  db = connection.db
})
afterAll(() => connection.close())
beforeEach(async () => {
  await db.delete(stockItems)
  await db.delete(products)
  await addProducts(db, [
    { id: 'tee', name: 'Tee', stock: { 'Black/M': 1 } },
    { id: 'cap', name: 'Cap', category: 'Caps', stock: { '/': 1 } },
  ])
  source = catalogueSource(db)
  live = createLiveIndex({ source, log })
})
afterEach(async () => {
  await live.stop()
  vi.useRealTimers()
})

async function listed(query: { search?: string; inStock?: boolean } = {}): Promise<string[]> {
  const { entries } = (await live.read()).list({ page: 1, limit: 100, ...query }, 0)
  return entries.map(({ id }) => id)
}
const sellOut = (id: string) =>
  db.update(stockItems).set({ available: 0 }).where(eq(stockItems.productId, id))
const rename = (id: string, name: string) => db.update(products).set({ name }).where(eq(products.id, id))

test('changes that are reported are applied, and no others', async () => {
  expect(await listed({ inStock: true })).toEqual(['tee', 'cap'])
  await sellOut('tee')
  await sellOut('cap')
  await live.apply(['tee', 'there is none'])
  expect(await listed({ inStock: true })).toEqual(['cap'])
})

test('deleted and retired products leave the lists, new ones enter them', async () => {
  await listed()
  await db.delete(stockItems).where(eq(stockItems.productId, 'cap'))
  await db.delete(products).where(eq(products.id, 'cap'))
  await addProducts(db, [{ id: 'bag', addedAt: new Date(0) }])
  await live.apply(['cap', 'bag'])
  expect(await listed()).toEqual(['tee', 'bag'])
  await db.update(products).set({ retired: true }).where(eq(products.id, 'tee'))
  await live.apply(['tee'])
  expect(await listed()).toEqual(['bag'])
})

test('a change during the first load is not missed', async () => {
  const reading = live.read()
  await rename('tee', 'Hoodie')
  await live.apply(['tee'])
  await reading
  expect(await listed({ search: 'hoodie' })).toEqual(['tee'])
})

test('while everything is read again the index serves, and changes are not missed', async () => {
  await live.read()
  await rename('cap', 'Bucket')
  const applying = live.apply(['*'])
  expect(await listed()).toEqual(['tee', 'cap'])
  await rename('tee', 'Hoodie')
  await live.apply(['tee'])
  expect(await listed({ search: 'hoodie' })).toEqual(['tee'])
  await applying
  expect(await listed({ search: 'hoodie' })).toEqual(['tee'])
  expect(await listed({ search: 'bucket' })).toEqual(['cap'])
})

test('a failed first load is retried by the next call', async () => {
  vi.spyOn(source, 'readPage').mockRejectedValueOnce(new Error('The database is away'))
  await expect(live.read()).rejects.toThrow('The database is away')
  expect(await listed()).toEqual(['tee', 'cap'])
})

test('it is current unless a change is not applied yet', async () => {
  await listed()
  for (const [changed, read] of [
    ['*', 'readPage'],
    ['tee', 'readEntries'],
  ] as const) {
    expect(live.isCurrent()).toBe(true)
    vi.spyOn(source, read).mockRejectedValueOnce(new Error('The database is away'))
    const applying = live.apply([changed])
    expect(live.isCurrent()).toBe(false)
    await applying
  }
  expect(live.isCurrent()).toBe(true)
})

test('it is not current while no change is notified, even if everything was read meanwhile', async () => {
  await listed()
  live.setListening(false)
  await live.apply(['*'])
  expect(live.isCurrent()).toBe(false)
  live.setListening(true)
  const applying = live.apply(['*'])
  expect(live.isCurrent()).toBe(false)
  await applying
  expect(live.isCurrent()).toBe(true)
})

test('the ledger of stock names the products that have moved since a move', async () => {
  const ledger = stockLedger(db)
  const before = await ledger.findLastMove()
  await db.execute(
    sql`insert into stock_moves (product_id, color, size, kind, quantity) values ('tee', 'Black', 'M', 'sell', 1)`,
  )
  expect(await ledger.listMovedSince(before)).toEqual(['tee'])
  expect(await ledger.listMovedSince(await ledger.findLastMove())).toEqual([])
})
