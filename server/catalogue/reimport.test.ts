import { isNull } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { reviews } from '#server/db/schema/catalogue.ts'
import { users } from '#server/db/schema/person.ts'
import { faultsOf, MINIMAL, openImportScene, PLACES, REVIEWS, TEE, TOTE } from '#test/support/import-scene.ts'
import { sentenceOf } from './finding.ts'

const { shop, importFiles, productOf, theProduct, available, contentOfShop } = openImportScene()

const KNOWN = {
  ...TEE,
  price: 12_500,
  discount: { type: 'fixed', amount: 2_000, expiresAt: '2027-12-31' },
  stock: [
    { color: 'black', size: 'S', quantity: 5 },
    { color: 'ivory', size: 'M', quantity: 2 },
  ],
}
beforeEach(() => importFiles({ 'products.json': [KNOWN] }))

test('a changed price is imported, and products that are not in the folder stay', async () => {
  await importFiles({ 'products.json': [TEE, TOTE] })
  const { id } = await productOf('TEE-1')
  const report = await importFiles({ 'products.json': [{ ...TEE, price: 9_999, discount: null }] })
  expect(report.products).toEqual({ created: 0, changed: 1, unchanged: 0, notInFolder: 1 })
  expect(await productOf('TEE-1')).toMatchObject({
    id,
    price: 999_900,
    discountType: null,
    discountValue: null,
  })
  expect(await productOf('TOTE-1')).toMatchObject({ price: 400_000 })
})

test('imported reviews are replaced by name, customers’ reviews stay, and the average counts both', async () => {
  await importFiles({ 'products.json': [TEE], 'reviews.json': REVIEWS })
  const { id: productId } = await productOf('TEE-1')
  const customer = { id: newId(), email: 'ada@example.com', fullName: 'Ada', passwordHash: '' }
  await shop.db.insert(users).values(customer)
  await shop.db
    .insert(reviews)
    .values({ id: newId(), productId, userId: customer.id, userName: 'Ada', rating: 1, comment: 'Faded' })
  await importFiles({ 'products.json': [TEE], 'reviews.json': [{ ...REVIEWS[0], rating: 3 }] })
  expect(await productOf('TEE-1')).toMatchObject({ ratingSum: 3 + 2 + 1, ratingCount: 3 })
  const imported = await shop.db.select().from(reviews).where(isNull(reviews.userId))
  expect(imported).toHaveLength(2)
})

test('a review may be for a product that is only in the shop', async () => {
  await importFiles({ 'products.json': [TEE] })
  await importFiles({ 'products.json': [TOTE], 'reviews.json': REVIEWS })
  expect(await productOf('TEE-1')).toMatchObject({ ratingCount: 2 })
})

test('the places of the file replace the places of the shop; without a file they stay', async () => {
  await importFiles({ 'products.json': [TOTE], 'places.json': PLACES })
  expect((await importFiles({ 'products.json': [TOTE] })).places).toBeNull()
  const report = await importFiles({
    'products.json': [TOTE],
    'places.json': [{ place: 'Yaba', amount: 1_000 }],
  })
  expect(report.places).toEqual({ count: 1, removed: 1 })
  expect((await contentOfShop()).places).toMatchObject([
    { place: 'Yaba', amount: 100_000, position: 0, states: [] },
  ])
})

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
    await faultsOf(
      importFiles({
        'products.csv': 'sku,name,price,category,discountExpiresAt\nTEE-1,Danfo Tee,12500,Tees,\n',
      }),
    ),
  ).toEqual([
    'products.csv, line 1: the column "discountType" is missing, a discount needs its type and its amount.',
    'products.csv, line 1: the column "discountAmount" is missing, a discount needs its type and its amount.',
  ])
})

test('a new discount does not end with one that has ended, and of that nothing more is told', async () => {
  const ended = { type: 'fixed', amount: 2_000, expiresAt: '2026-01-01' }
  await importFiles({ 'products.json': [{ ...KNOWN, discount: ended }] })
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
  const { warnings } = await importFiles({
    'products.json': [MINIMAL, { ...cap, images: ['pictures/black.webp'] }],
  })
  expect(warnings.map(sentenceOf)).toEqual([
    'products.json, item 2 (CAP-1): tags has "Cotton", which is "cotton" elsewhere in the shop: shoppers will see two.',
  ])
})

test('nothing is kept or cleared if any row is faulty', async () => {
  const before = await theProduct()
  await faultsOf(
    importFiles({
      'products.json': [
        { ...MINIMAL, price: 1, tags: [] },
        { ...MINIMAL, sku: 'CAP-1', price: -1 },
      ],
    }),
  )
  expect(await theProduct()).toEqual(before)
})
