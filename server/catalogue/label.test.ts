import { expect, test } from 'vitest'
import { products } from '#server/db/schema/catalogue.ts'
import { stockItems } from '#server/db/schema/stock.ts'
import { openImportScene, TEE } from '#test/support/import-scene.ts'

const { shop, importFiles, productOf } = openImportScene()

const COMPOSED = '\u00c0d\u00ecr\u1eb9 Blue'
const COMBINING = ' A\u0300di\u0300re\u0323  Blue'
const ROW = {
  ...TEE,
  category: COMBINING,
  tags: [COMBINING],
  colors: [COMBINING],
  sizes: ['UK\u00a0 9'],
  stock: [{ color: COMPOSED, size: 'UK 9', quantity: 5 }],
}

test('names that shoppers choose from are stored as NFC with single spaces, and found in any form', async () => {
  await importFiles({ 'products.json': [ROW] })
  const { id } = await productOf('TEE-1')
  expect(await productOf('TEE-1')).toMatchObject({
    category: COMPOSED,
    tags: [COMPOSED],
    colors: [COMPOSED],
    sizes: ['UK 9'],
  })
  const address = new URLSearchParams({
    category: COMBINING,
    tag: COMBINING,
    color: COMBINING,
    size: ' UK  9',
  })
  const { body } = await shop.call('GET', `/api/product?${address}`)
  expect(body.products.map((product: { id: string }) => product.id)).toEqual([id])
})

test('a product that was stored in another form keeps it, with its stock, and is found in any', async () => {
  const stored = COMBINING.trim()
  await importFiles({ 'products.json': [ROW] })
  await shop.db.update(products).set({ colors: [stored] })
  await shop.db.update(stockItems).set({ color: stored })
  await importFiles({ 'products.json': [{ ...ROW, price: 1_000 }] })
  expect(await productOf('TEE-1')).toMatchObject({ colors: [stored], price: 100_000 })
  expect(await shop.db.select().from(stockItems)).toMatchObject([{ color: stored, available: 5 }])
  const { body } = await shop.call('GET', `/api/product?${new URLSearchParams({ color: COMPOSED })}`)
  expect(body.total).toBe(1)
})
