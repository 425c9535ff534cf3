import { and, asc, eq, ne } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { stockItems, stockMoves } from '#server/db/schema/stock.ts'
import { faultsOf, MINIMAL, openImportScene, TEE } from '#test/support/import-scene.ts'
import { sentenceOf } from './finding.ts'

const { shop, importFiles, available, contentOfShop } = openImportScene()

const COUNTED = {
  ...TEE,
  stock: [
    { color: 'black', size: 'S', quantity: 5 },
    { color: 'ivory', size: 'M', quantity: 2 },
  ],
}

test('existing stock does not change, new colours and sizes are received', async () => {
  await importFiles({ 'products.json': [TEE] })
  const restocked = {
    ...TEE,
    stock: [
      { color: 'black', size: 'S', quantity: 50 },
      { color: 'black', size: 'M', quantity: 3 },
    ],
  }
  const report = await importFiles({ 'products.json': [restocked] })
  expect(report.stock).toEqual({
    unitsReceived: 3,
    adjusted: 0,
    leftThoughNotInFile: 0,
    leftThoughDropped: 0,
  })
  expect((await contentOfShop()).stock).toEqual([
    { sku: 'TEE-1', color: 'black', size: 'M', available: 3 },
    { sku: 'TEE-1', color: 'black', size: 'S', available: 5 },
    { sku: 'TEE-1', color: 'ivory', size: 'M', available: 0 },
  ])
})

test('what is left of a colour or size that an import drops is in no list, filter or count until it is back', async () => {
  const counts = async () => {
    const { products: listed, facets } = (await shop.call('GET', '/api/product')).body
    return {
      left: listed.map((product: { qtyAvailable: number }) => product.qtyAvailable),
      inStock: facets.inStock,
      sizes: facets.sizes,
      ofSizeS: (await shop.call('GET', '/api/product?size=S')).body.total,
    }
  }
  await importFiles({ 'products.json': [TEE] })
  const before = await counts()
  expect(before).toMatchObject({ left: [5], inStock: 1, ofSizeS: 1 })
  const ivoryOnly = { ...TEE, colors: ['ivory'], stock: [{ color: 'ivory', size: 'M', quantity: 0 }] }
  const report = await importFiles({ 'products.json': [ivoryOnly] })
  expect(report.stock.leftThoughNotInFile).toBe(1)
  expect(await counts()).toEqual({
    left: [0],
    inStock: 0,
    sizes: [
      { value: 'S', count: 0 },
      { value: 'M', count: 0 },
    ],
    ofSizeS: 0,
  })
  await importFiles({ 'products.json': [TEE] })
  expect(await counts()).toEqual(before)
})

test('with setStock the available stock is set to the file’s, by a move in the ledger; held and sold stay', async () => {
  await importFiles({ 'products.json': [TEE] })
  await shop.db
    .update(stockItems)
    .set({ available: 2, held: 2, sold: 1 })
    .where(and(eq(stockItems.color, 'black'), eq(stockItems.size, 'S')))
  const counted = { ...TEE, stock: [{ color: 'ivory', size: 'M', quantity: 4 }] }
  const without = await importFiles({ 'products.json': [counted] })
  expect(without.stock).toEqual({
    unitsReceived: 0,
    adjusted: 0,
    leftThoughNotInFile: 1,
    leftThoughDropped: 0,
  })
  const report = await importFiles({ 'products.json': [counted] }, { setStock: true })
  expect(report.stock).toEqual({
    unitsReceived: 0,
    adjusted: 2,
    leftThoughNotInFile: 0,
    leftThoughDropped: 0,
  })
  const items = await shop.db.select().from(stockItems).orderBy(asc(stockItems.color))
  expect(items).toMatchObject([
    { color: 'black', available: 0, held: 2, sold: 1 },
    { color: 'ivory', available: 4, held: 0, sold: 0 },
  ])
  const moves = await shop.db
    .select()
    .from(stockMoves)
    .where(ne(stockMoves.kind, 'receive'))
    .orderBy(asc(stockMoves.color))
  expect(moves).toMatchObject([
    { kind: 'adjust', color: 'black', size: 'S', quantity: -2 },
    { kind: 'adjust', color: 'ivory', size: 'M', quantity: 4 },
  ])
})

test('stock is read by the colours and sizes that the product keeps', async () => {
  await importFiles({ 'products.json': [COUNTED] })
  const file = (stock: string) => ({
    'products.csv': `sku,name,price,category,stock\nTEE-1,Danfo Tee,12500,Tees,${stock}\n`,
  })
  const report = await importFiles(file('black/S:50|ivory/S:3'))
  expect(report.stock).toMatchObject({ unitsReceived: 3, leftThoughNotInFile: 1 })
  expect(await available()).toEqual({ 'black/S': 5, 'ivory/M': 2, 'ivory/S': 3 })
  expect(await faultsOf(importFiles(file('red/S:1')))).toEqual([
    'products.csv, line 2 (TEE-1): stock entry 1 names the colour "red", which is not among black, ivory.',
  ])
  const [json] = await faultsOf(
    importFiles({
      'products.json': [{ ...MINIMAL, sizes: ['L'], stock: [{ color: 'ivory', size: 'M', quantity: 1 }] }],
    }),
  )
  expect(json).toContain('stock entry 1 names the size "M", which is not among L.')
})

test('what is left of a colour that the file drops without naming stock is told', async () => {
  await importFiles({ 'products.json': [COUNTED] })
  const report = await importFiles({
    'products.json': [{ ...MINIMAL, colors: ['ivory', 'red'] }],
  })
  expect(report.stock).toMatchObject({ leftThoughNotInFile: 0, leftThoughDropped: 1 })
  expect(await available()).toEqual({ 'black/S': 5, 'ivory/M': 2 })
})

test('--stock sets the products whose stock the file names; a file that names none is refused', async () => {
  await importFiles({ 'products.json': [COUNTED] })
  const cap = { sku: 'CAP-1', name: 'Cap', price: 1_000, category: 'Caps' }
  await importFiles({ 'products.json': [{ ...cap, stock: [{ quantity: 4 }] }] })
  const files = { 'products.json': [MINIMAL, { ...cap, stock: [{ quantity: 9 }] }] }
  expect((await importFiles(files, { setStock: true })).stock.adjusted).toBe(1)
  expect(await available()).toEqual({ 'black/S': 5, 'ivory/M': 2, '/': 9 })
  const csv = (rows: string) => ({ 'products.csv': `sku,name,price,category${rows}\n` })
  for (const rows of ['\nTEE-1,Tee,1,Tees', ',stock\nTEE-1,Tee,1,Tees,']) {
    expect(await faultsOf(importFiles(csv(rows), { setStock: true }))).toEqual([
      'products.csv: the file names no stock, so --stock has nothing to set; write 0 for what is out of stock.',
    ])
  }
  expect(await available()).toEqual({ 'black/S': 5, 'ivory/M': 2, '/': 9 })
})

test('the note about an empty stock says what becomes of a new product, and of a known one', async () => {
  await importFiles({ 'products.json': [COUNTED] })
  const cap = { sku: 'CAP-1', name: 'Cap', price: 1_000, category: 'Caps', images: ['pictures/black.webp'] }
  const files = { 'products.json': [{ ...MINIMAL, stock: [] }, cap] }
  expect((await importFiles(files)).warnings.map(sentenceOf)).toEqual([
    'products.json, item 1 (TEE-1): stock is empty, the product keeps the stock that the shop has.',
    'products.json, item 2 (CAP-1): stock is empty, the product will be out of stock.',
  ])
  const counted = {
    'products.json': [
      { ...MINIMAL, stock: [] },
      { ...cap, stock: [{ quantity: 1 }] },
    ],
  }
  expect((await importFiles(counted, { setStock: true })).warnings.map(sentenceOf)).toEqual([
    'products.json, item 1 (TEE-1): stock is empty, the product will be out of stock.',
  ])
  expect(await available()).toEqual({ 'black/S': 0, 'ivory/M': 0, '/': 1 })
})
