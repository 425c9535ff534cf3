import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { products, stockItems } from '#server/db/schema.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { ImportError, sentenceOf } from './finding.ts'
import { makeFolder } from './folder.fixture.ts'
import { type ImportOptions, importCatalogue } from './import.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

const TEE = {
  sku: 'TEE-1',
  name: 'Danfo Tee',
  description: 'Heavy cotton.',
  price: 12_500,
  category: 'Tees',
  tags: ['NewIn', 'cotton'],
  colors: ['black', 'ivory'],
  sizes: ['S', 'M'],
  images: ['black.webp', 'ivory.webp'],
  discount: { type: 'fixed', amount: 2_000, expiresAt: '2027-12-31' },
  stock: [
    { color: 'black', size: 'S', quantity: 5 },
    { color: 'ivory', size: 'M', quantity: 2 },
  ],
  addedAt: '2026-11-01',
}
const MINIMAL = { sku: 'TEE-1', name: 'Danfo Tee', price: 12_500, category: 'Tees' }

beforeEach(async () => {
  await shop.db.execute(sql`truncate products, stock_items, stock_moves, reviews cascade`)
  await importFiles({ 'products.json': [TEE] })
})

async function importFiles(files: Record<string, unknown>, options: Partial<ImportOptions> = {}) {
  const folder = await makeFolder(files, ['black.webp', 'ivory.webp'])
  return importCatalogue({ db: shop.db, folder, pictureStore: shop.pictureStore, now: shop.now, ...options })
}

async function faultsOf(files: Record<string, unknown>, options: Partial<ImportOptions> = {}) {
  const error = await importFiles(files, options).catch((thrown: unknown) => thrown)
  if (!(error instanceof ImportError)) throw new Error('the folder was imported')
  return error.faults.map(sentenceOf)
}

async function theProduct() {
  const [row] = await shop.db.select().from(products)
  if (!row) throw new Error('no product')
  const { updatedAt, ...content } = row
  return content
}

async function available() {
  const rows = await shop.db.select().from(stockItems)
  return Object.fromEntries(rows.map((row) => [`${row.color}/${row.size}`, row.available]))
}

test('what neither a CSV header nor a JSON item names is kept, and nothing is said of it', async () => {
  const [before, stock] = [await theProduct(), await available()]
  const csv = await importFiles({ 'products.csv': 'sku,name,price,category\nTEE-1,Danfo Tee,12500,Tees\n' })
  const json = await importFiles({ 'products.json': [MINIMAL] })
  for (const report of [csv, json]) {
    expect(report.products).toEqual({ created: 0, changed: 0, unchanged: 1, notInFolder: 0 })
    expect(report.stock).toEqual({
      unitsReceived: 0,
      adjusted: 0,
      leftThoughNotInFile: 0,
      leftThoughDropped: 0,
    })
    expect(report.warnings).toEqual([])
  }
  const cheaper = await importFiles({
    'products.csv': 'sku,name,price,category\nTEE-1,Danfo Tee,9000,Tees\n',
  })
  expect(cheaper.products).toMatchObject({ changed: 1, unchanged: 0 })
  expect(await theProduct()).toEqual({ ...before, price: 900_000 })
  expect(await available()).toEqual(stock)
})

test.each<[string, Record<string, unknown>]>([
  [
    'empty cells',
    {
      'products.csv':
        'sku,name,price,category,description,tags,colors,sizes,images,discountType,discountAmount,discountExpiresAt,addedAt\nTEE-1,Danfo Tee,12500,Tees,,,,,,,,,\n',
    },
  ],
  [
    'null',
    {
      'products.json': [
        {
          ...MINIMAL,
          description: null,
          tags: null,
          colors: null,
          sizes: null,
          images: null,
          discount: null,
          addedAt: null,
        },
      ],
    },
  ],
  [
    'empty lists',
    {
      'products.json': [
        { ...MINIMAL, description: '', tags: [], colors: [], sizes: [], images: [], discount: null },
      ],
    },
  ],
])('%s clear what is stored, except the date', async (_what, files) => {
  const before = await theProduct()
  const report = await importFiles(files)
  expect(await theProduct()).toEqual({
    ...before,
    description: '',
    tags: [],
    colors: [],
    sizes: [],
    images: [],
    discountType: null,
    discountValue: null,
    discountExpiresAt: null,
  })
  // The product no longer comes in black/S and ivory/M.
  expect(report.stock).toMatchObject({ leftThoughNotInFile: 0, leftThoughDropped: 2 })
})

test('stock is read by the colours and sizes that the product keeps', async () => {
  const file = (stock: string) => ({
    'products.csv': `sku,name,price,category,stock\nTEE-1,Danfo Tee,12500,Tees,${stock}\n`,
  })
  const report = await importFiles(file('black/S:50|ivory/S:3'))
  expect(report.stock).toMatchObject({ unitsReceived: 3, leftThoughNotInFile: 1 })
  expect(await available()).toEqual({ 'black/S': 5, 'ivory/M': 2, 'ivory/S': 3 })
  expect(await faultsOf(file('red/S:1'))).toEqual([
    'products.csv, line 2 (TEE-1): stock entry 1 names the colour "red", which is not among black, ivory.',
  ])
  const [json] = await faultsOf({
    'products.json': [{ ...MINIMAL, sizes: ['L'], stock: [{ color: 'ivory', size: 'M', quantity: 1 }] }],
  })
  expect(json).toContain('stock entry 1 names the size "M", which is not among L.')
})

test('what is left of a colour that the file drops without naming stock is told', async () => {
  const report = await importFiles({
    'products.json': [{ ...MINIMAL, colors: ['ivory', 'red'] }],
  })
  expect(report.stock).toMatchObject({ leftThoughNotInFile: 0, leftThoughDropped: 1 })
  expect(await available()).toEqual({ 'black/S': 5, 'ivory/M': 2 })
})

test('--stock sets the products whose stock the file names; a file that names none is refused', async () => {
  const cap = { sku: 'CAP-1', name: 'Cap', price: 1_000, category: 'Caps' }
  await importFiles({ 'products.json': [{ ...cap, stock: [{ quantity: 4 }] }] })
  const files = { 'products.json': [MINIMAL, { ...cap, stock: [{ quantity: 9 }] }] }
  expect((await importFiles(files, { setStock: true })).stock.adjusted).toBe(1)
  expect(await available()).toEqual({ 'black/S': 5, 'ivory/M': 2, '/': 9 })
  const csv = (rows: string) => ({ 'products.csv': `sku,name,price,category${rows}\n` })
  for (const rows of ['\nTEE-1,Tee,1,Tees', ',stock\nTEE-1,Tee,1,Tees,']) {
    expect(await faultsOf(csv(rows), { setStock: true })).toEqual([
      'products.csv: the file names no stock, so --stock has nothing to set; write 0 for what is out of stock.',
    ])
  }
  expect(await available()).toEqual({ 'black/S': 5, 'ivory/M': 2, '/': 9 })
})

test('the note about an empty stock says what becomes of a new product, and of a known one', async () => {
  const cap = { sku: 'CAP-1', name: 'Cap', price: 1_000, category: 'Caps', images: ['black.webp'] }
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

test('a discount keeps its end until the file names another, and its columns go together', async () => {
  const before = await theProduct()
  const { warnings } = await importFiles({
    'products.csv':
      'sku,name,price,category,discountType,discountAmount\nTEE-1,Danfo Tee,12500,Tees,percentage,10\n',
  })
  expect(await theProduct()).toEqual({ ...before, discountType: 'percentage', discountValue: 1_000 })
  expect(warnings.map(sentenceOf)).toEqual([
    'products.csv, line 2 (TEE-1): discountExpiresAt is not named, the discount keeps the end that the shop has: 31 December 2027 at 23:59.',
  ])
  await importFiles({
    'products.json': [{ ...MINIMAL, discount: { type: 'fixed', amount: 500, expiresAt: null } }],
  })
  expect(await theProduct()).toEqual({ ...before, discountValue: 50_000, discountExpiresAt: null })
  expect(
    await faultsOf({
      'products.csv': 'sku,name,price,category,discountExpiresAt\nTEE-1,Danfo Tee,12500,Tees,\n',
    }),
  ).toEqual([
    'products.csv, line 1: the column "discountType" is missing, a discount needs its type and its amount.',
    'products.csv, line 1: the column "discountAmount" is missing, a discount needs its type and its amount.',
  ])
})

test('a new discount does not end with one that has ended, and of that nothing more is told', async () => {
  const ended = { type: 'fixed', amount: 2_000, expiresAt: '2026-01-01' }
  await importFiles({ 'products.json': [{ ...TEE, discount: ended }] })
  const cheap = await importFiles({ 'products.json': [{ ...MINIMAL, price: 2_000 }] })
  expect(cheap.warnings).toEqual([])
  const named = await importFiles({
    'products.json': [{ ...MINIMAL, discount: { type: 'percentage', amount: 10 } }],
  })
  expect(named.warnings).toEqual([])
  expect(await theProduct()).toMatchObject({ discountType: 'percentage', discountExpiresAt: null })
})

test('a colour or size that the file adds without naming stock is told to be sold out', async () => {
  const { warnings } = await importFiles({
    'products.json': [{ ...MINIMAL, colors: ['black', 'red'], sizes: ['S', 'M', 'L', 'XL'] }],
  })
  expect(warnings.map(sentenceOf)).toEqual([
    'products.json, item 1 (TEE-1): colors adds red, sold out until stock is received.',
    'products.json, item 1 (TEE-1): sizes adds L, XL, sold out until stock is received.',
  ])
})

test('a price below the discount that is kept is told', async () => {
  const { warnings } = await importFiles({ 'products.json': [{ ...MINIMAL, price: 2_000 }] })
  expect(warnings.map(sentenceOf)).toEqual([
    'products.json, item 1 (TEE-1): price is not above the discount that the shop has, the product costs nothing as long as that lasts.',
  ])
})

test('pictures are counted against the colours that the product has afterwards', async () => {
  const { warnings } = await importFiles({
    'products.json': [{ ...MINIMAL, colors: ['black', 'ivory', 'red'] }],
  })
  expect(warnings.map(sentenceOf)).toEqual([
    'products.json, item 1 (TEE-1): colors adds red, sold out until stock is received.',
    'products.json, item 1 (TEE-1): images has 2 for 3 colours, so every colour will show all of them.',
  ])
})

test('names that products keep count as names of the shop', async () => {
  const cap = {
    sku: 'CAP-1',
    name: 'Cap',
    price: 1_000,
    category: 'Caps',
    tags: ['Cotton'],
    stock: [{ quantity: 1 }],
  }
  const { warnings } = await importFiles({ 'products.json': [MINIMAL, { ...cap, images: ['black.webp'] }] })
  expect(warnings.map(sentenceOf)).toEqual([
    'products.json, item 2 (CAP-1): tags has "Cotton", which is "cotton" elsewhere in the shop: shoppers will see two.',
  ])
})

test('a SKU that differs only in capitals from one in the file or the shop is refused', async () => {
  const cap = { sku: 'Cap-É', name: 'Cap', price: 1_000, category: 'Caps' }
  const files = {
    'products.json': [cap, { ...cap, sku: 'cap-é' }, { ...MINIMAL, sku: 'tee-1' }, MINIMAL],
  }
  expect(await faultsOf(files)).toEqual([
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
  expect(await faultsOf({ 'products.json': twice })).toEqual([
    'products.json, item 2 (TEE-1): sku "TEE-1" is already in item 1.',
  ])
  const accents = ['É-1'.normalize('NFC'), 'É-1'.normalize('NFD')].map((sku) => ({ ...MINIMAL, sku }))
  expect(await faultsOf({ 'products.json': accents })).toEqual([
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

test('nothing is kept or cleared if any row is faulty', async () => {
  const before = await theProduct()
  await faultsOf({
    'products.json': [
      { ...MINIMAL, price: 1, tags: [] },
      { ...MINIMAL, sku: 'CAP-1', price: -1 },
    ],
  })
  expect(await theProduct()).toEqual(before)
})
