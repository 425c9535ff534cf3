import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Connection, Database } from '#server/db/connection.ts'
import { products, stockItems } from '#server/db/schema.ts'
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

test('a product is found by the colours that it has now', async () => {
  expect(await listed({ search: 'black' })).toEqual(['tee'])
  await db
    .update(products)
    .set({ colors: ['red'] })
    .where(eq(products.id, 'tee'))
  await live.apply(['tee'])
  expect(await listed({ search: 'black' })).toEqual([])
  expect(await listed({ search: 'red' })).toEqual(['tee'])
})

test('an entry has everything as it is now', async () => {
  await listed()
  const changes = [
    { name: 'Àgbà “Cap” 🧢', images: ['/a.jpg', '/b.jpg', '/c.jpg'] },
    { images: ['/d.jpg'], tags: ['NewIn', 'cotton'] },
    { images: [], price: 150_050, discountType: 'fixed' as const, discountValue: 50 },
    { ratingSum: 13, ratingCount: 3, discountExpiresAt: new Date(1_000) },
  ]
  for (const change of changes) {
    await db.update(products).set(change).where(eq(products.id, 'cap'))
    await live.apply(['cap'])
    const [row] = await db.select().from(products).where(eq(products.id, 'cap'))
    const { entries } = (await live.read()).list({ page: 1, limit: 100, category: 'Caps' }, 0)
    const discount = row?.discountType && {
      type: row.discountType,
      value: row.discountValue,
      expiresAtMs: row.discountExpiresAt?.getTime() ?? null,
    }
    expect(entries).toMatchObject([
      {
        id: 'cap',
        name: row?.name,
        tags: row?.tags,
        colors: [],
        images: row?.images,
        priceKobo: row?.price,
        discount,
        ratingSum: row?.ratingSum,
        ratingCount: row?.ratingCount,
        stock: [{ color: '', size: '', quantity: 1 }],
      },
    ])
  }
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

test('changes reported during a read are batched into the next one', async () => {
  await listed()
  const read = vi.spyOn(source, 'readEntries')
  const applied = ['tee', 'cap', 'tee', 'cap', 'tee'].map((id) => live.apply([id]))
  await Promise.all(applied)
  expect(read.mock.calls.length).toBeLessThanOrEqual(2)
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

test('it is behind by the age of its last reading while no change is notified, until a later reading ends', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  await listed()
  const pass = (ms: number) => vi.advanceTimersByTime(ms)
  pass(60_000)
  expect(live.behindMs()).toBe(0)
  live.setListening(false)
  pass(7_000)
  expect(live.behindMs()).toBe(7_000)
  const { readPage } = source
  vi.spyOn(source, 'readPage').mockImplementationOnce((afterId) => {
    pass(2_000)
    return readPage(afterId)
  })
  await live.apply(['*'])
  expect(live.behindMs()).toBe(2_000)
  pass(20_000)
  live.setListening(true)
  const last = live.apply(['*'])
  expect(live.behindMs()).toBe(22_000)
  await last
  expect(live.behindMs()).toBe(0)
})

test('a change reported just when another one has been applied is not missed', async () => {
  await listed()
  const { readEntries } = source
  const read = vi.spyOn(source, 'readEntries')
  for (let turns = 0; turns < 30; turns++) {
    await rename('cap', `Cap number${turns}`)
    const { promise: late, resolve } = Promise.withResolvers<void>()
    read.mockImplementationOnce((ids) => {
      const reading = readEntries(ids)
      void reading.then(async () => {
        for (let turn = 0; turn < turns; turn++) await undefined
        resolve(live.apply(['cap']))
      })
      return reading
    })
    await live.apply(['tee'])
    await late
    expect(await listed({ search: `number${turns}` })).toEqual(['cap'])
  }
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
