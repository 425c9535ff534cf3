import { beforeEach, expect, test } from 'vitest'
import { products } from '#server/db/schema/catalogue.ts'
import { faultsOf, MINIMAL, openImportScene } from '#test/support/import-scene.ts'

const { shop, importFiles, theProduct } = openImportScene()
beforeEach(() => importFiles({ 'products.json': [MINIMAL] }))

test('a SKU that differs only in capitals from one in the file or the shop is refused', async () => {
  const cap = { sku: 'Cap-É', name: 'Cap', price: 1_000, category: 'Caps' }
  const files = {
    'products.json': [cap, { ...cap, sku: 'cap-é' }, { ...MINIMAL, sku: 'tee-1' }, MINIMAL],
  }
  expect(await faultsOf(importFiles(files))).toEqual([
    'products.json, item 2 (cap-é): sku "cap-é" differs only in capitals from "Cap-É" in item 1: write it the same, or choose another.',
    'products.json, item 3 (tee-1): sku "tee-1" differs only in capitals from "TEE-1" in the shop: write it the same, or choose another.',
  ])
})

test('marks that nobody sees, and accents in two parts, make no second SKU', async () => {
  const { id } = await theProduct()
  const files = {
    'products.csv': 'sku,name,price,category\n\u200BTEE\u2060-1\u200E,Keke Tee,12500,Tees\n',
    'reviews.json': [
      { sku: 'TEE-1\u200B', userName: 'Ada', rating: 5, comment: 'Good', createdAt: '2026-11-10' },
    ],
  }
  expect((await importFiles(files)).products).toMatchObject({ created: 0, changed: 1 })
  expect(await theProduct()).toMatchObject({ id, sku: 'TEE-1', name: 'Keke Tee', ratingCount: 1 })
  const twice = [MINIMAL, { ...MINIMAL, sku: 'TEE\uFEFF-1' }]
  expect(await faultsOf(importFiles({ 'products.json': twice }))).toEqual([
    'products.json, item 2 (TEE-1): sku "TEE-1" is already in item 1.',
  ])
  const accents = ['É-1'.normalize('NFC'), 'É-1'.normalize('NFD')].map((sku) => ({ ...MINIMAL, sku }))
  expect(await faultsOf(importFiles({ 'products.json': accents }))).toEqual([
    expect.stringContaining('is already in item 1.'),
  ])
})

test('SKUs that an older version stored with marks, or twice with other capitals, can still be imported', async () => {
  const { id } = await theProduct()
  await shop.db.update(products).set({ sku: 'TEE-1\u200B' })
  expect((await importFiles({ 'products.json': [MINIMAL] })).products).toMatchObject({
    created: 0,
    unchanged: 1,
  })
  await shop.db.insert(products).values({
    ...(await theProduct()),
    id: `${id}-2`,
    sku: 'tee-1',
  })
  const both = [MINIMAL, { ...MINIMAL, sku: 'tee-1' }]
  expect((await importFiles({ 'products.json': both })).products).toMatchObject({ created: 0, unchanged: 2 })
})
