import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { products, searchWords } from '#server/db/schema.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { indexForSearch } from './search-index.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.db.delete(products)
  await shop.db.delete(searchWords)
  await shop.db.insert(products).values([
    {
      id: 'p1',
      sku: 'A',
      name: 'Èkó Tee',
      description: 'Soft tee',
      category: 'Tees',
      tags: ['NewIn'],
      price: 1,
    },
    { id: 'p2', sku: 'B', name: 'Cap', description: "Men's tee-ball cap", category: 'Caps', price: 1 },
  ])
  await shop.db.transaction((tx) => indexForSearch(tx, ['p1', 'p2', 'unknown', 'p1']))
})

async function words() {
  const rows = await shop.db.select().from(searchWords)
  return Object.fromEntries(rows.map((row) => [row.word, row.products]).toSorted())
}

test('every word of a product is kept with the heaviest places in which it stands', async () => {
  const rows = await shop.db.select({ vector: products.searchVector }).from(products).where(sql`id = 'p1'`)
  expect(rows[0]?.vector).toBe("'eko':1A 'in':1B 'new':1B 'newin':1B 'soft':1 'tee':1A,2B,3 'tees':1B")
})

test('each word is counted once per product that has it', async () => {
  expect(await words()).toMatchObject({ tee: 2, cap: 1, eko: 1, mens: 1, men: 1, teeball: 1, ball: 1 })
})

test('indexing again changes nothing', async () => {
  const before = await words()
  await shop.db.transaction((tx) => indexForSearch(tx, ['p2', 'p1']))
  expect(await words()).toEqual(before)
})

test('a renamed product loses its old words and gains its new ones', async () => {
  await shop.db.update(products).set({ name: 'Bucket Hat' }).where(sql`id = 'p2'`)
  await shop.db.transaction((tx) => indexForSearch(tx, ['p2']))
  expect(await words()).toMatchObject({ bucket: 1, hat: 1, cap: 1 })
  await shop.db.update(products).set({ description: '', category: 'Hats' }).where(sql`id = 'p2'`)
  await shop.db.transaction((tx) => indexForSearch(tx, ['p2']))
  expect(await words()).not.toHaveProperty('cap')
})

test('a retired product leaves no word behind, and has them again when it returns', async () => {
  const before = await words()
  await shop.db.update(products).set({ retired: true }).where(sql`id = 'p2'`)
  await shop.db.transaction((tx) => indexForSearch(tx, ['p2']))
  expect(await words()).not.toHaveProperty('ball')
  await shop.db.update(products).set({ retired: false }).where(sql`id = 'p2'`)
  await shop.db.transaction((tx) => indexForSearch(tx, ['p2']))
  expect(await words()).toEqual(before)
})
