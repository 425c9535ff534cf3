import { writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, asc, eq, isNull, like, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listActs } from '#server/audit/store.ts'
import { newId } from '#server/db/id.ts'
import { products, reviews, shippingPlaces, stockItems, stockMoves, users } from '#server/db/schema.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { ImportError, sentenceOf } from './finding.ts'
import { makeFolder, picture } from './folder.fixture.ts'
import { type ImportOptions, type ImportReport, importCatalogue } from './import.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(emptyShop)

async function emptyShop(): Promise<void> {
  await shop.db.execute(
    sql`truncate products, stock_items, stock_moves, reviews, shipping_places, users cascade`,
  )
  // TRUNCATE fires no row triggers, so nothing would be notified.
  await shop.db.execute(sql`select pg_notify('jara_products', '*')`)
  await rm(join(shop.picturesDir, 'originals'), { recursive: true, force: true })
}

const TEE = {
  sku: 'TEE-1',
  name: 'Danfo Tee',
  description: 'Heavy cotton, "boxy" cut; yellow as the bus.',
  price: 12_500.5,
  category: 'Tees',
  tags: ['NewIn', 'cotton'],
  colors: ['black', 'ivory'],
  sizes: ['S', 'M'],
  images: ['pictures/black.webp', 'pictures/white.webp'],
  discount: { type: 'percentage', amount: 12.5, expiresAt: '2026-12-31' },
  stock: [
    { color: 'black', size: 'S', quantity: 5 },
    { color: 'ivory', size: 'M', quantity: 0 },
  ],
  addedAt: '2026-11-01T12:00:00Z',
}
const TOTE = { sku: 'TOTE-1', name: 'Balogun Tote', price: 4_000, category: 'Bags', stock: [{ quantity: 7 }] }
const PLACES = [
  { place: 'Lekki', amount: 3_000 },
  { place: 'Yaba', amount: 2_500.5 },
]
const REVIEWS = [
  { sku: 'TEE-1', userName: 'Ada', rating: 5, comment: 'Lovely', createdAt: '2026-11-10' },
  { sku: 'TEE-1', userName: 'Bayo', rating: 2, comment: 'Tight', createdAt: '2026-11-11T08:00:00Z' },
]
const PICTURES = ['pictures/black.webp', 'pictures/white.webp']

const folderOf = (content: { products: unknown; places?: unknown; reviews?: unknown }) =>
  makeFolder(
    Object.fromEntries(Object.entries(content).map(([name, rows]) => [`${name}.json`, rows])),
    PICTURES,
  )

function importFolder(folder: string, options: Partial<ImportOptions> = {}): Promise<ImportReport> {
  return importCatalogue({ db: shop.db, folder, pictureStore: shop.pictureStore, now: shop.now, ...options })
}

async function faultsOf(folder: string): Promise<string[]> {
  const error = await importFolder(folder).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ImportError)) throw error ?? new Error('the folder was imported')
  return error.faults.map(sentenceOf)
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

async function productOf(sku: string) {
  const [row] = await shop.db.select().from(products).where(eq(products.sku, sku))
  if (!row) throw new Error(`no product ${sku}`)
  return row
}

test('a folder becomes products with pictures, stock, places, reviews and their averages', async () => {
  const folder = await folderOf({ products: [TEE, TOTE], places: PLACES, reviews: REVIEWS })
  const report = await importFolder(folder)
  expect(report).toMatchObject({
    products: { created: 2, changed: 0, unchanged: 0, notInFolder: 0 },
    stock: { unitsReceived: 12, adjusted: 0, leftThoughNotInFile: 0 },
    places: { count: 2, removed: 0 },
    reviews: 2,
    pictures: { count: 2, kept: 2 },
  })
  const tee = await productOf('TEE-1')
  expect(tee).toMatchObject({
    name: 'Danfo Tee',
    price: 1_250_050,
    discountType: 'percentage',
    discountValue: 1_250,
    discountExpiresAt: new Date('2026-12-31T23:59:59.999+01:00'),
    ratingSum: 7,
    ratingCount: 2,
    addedAt: new Date('2026-11-01T12:00:00Z'),
  })
  expect(tee.images).toHaveLength(2)
  for (const image of tee.images) expect((await shop.request(image)).status).toBe(200)
  const content = await contentOfShop()
  expect(content.stock).toEqual([
    { sku: 'TEE-1', color: 'black', size: 'S', available: 5 },
    { sku: 'TEE-1', color: 'ivory', size: 'M', available: 0 },
    { sku: 'TOTE-1', color: '', size: '', available: 7 },
  ])
  expect(content.moves).toEqual([
    { kind: 'receive', quantity: 5 },
    { kind: 'receive', quantity: 7 },
  ])
  expect(content.places).toEqual([
    { place: 'Lekki', amount: 300_000, position: 0 },
    { place: 'Yaba', amount: 250_050, position: 1 },
  ])
  expect(await listActs(shop.db, { limit: 1 })).toMatchObject([
    { actor: 'shop', action: 'catalogue.import', details: { places: { count: 2 } }, createdAt: shop.now() },
  ])
})

test('the search finds products as soon as they are imported, and by their new words after a change', async () => {
  const found = async (search: string) =>
    (await shop.call('GET', `/api/product?search=${search}`)).body.products.map(
      (product: { name: string }) => product.name,
    )
  await importFolder(await folderOf({ products: [TEE] }))
  expect(await found('danfo')).toHaveLength(1)
  await importFolder(await folderOf({ products: [{ ...TEE, name: 'Keke Tee' }] }))
  expect(await found('keke')).toEqual(['Keke Tee'])
  expect(await found('danfo')).toEqual([])
})

test('CSV from a spreadsheet gives the same as JSON: byte order mark, semicolons, CRLF, quotes, any order of columns', async () => {
  const json = await folderOf({ products: [TEE, TOTE], places: PLACES, reviews: REVIEWS })
  await importFolder(json)
  const fromJson = await contentOfShop()
  await emptyShop()
  const csv = await makeFolder(
    {
      'products.csv': [
        '\uFEFFPrice;SKU;name;description;category;tags;colors;sizes;images;stock;Discount Type;discountAmount;discountExpiresAt;addedAt;supplier',
        '12500.50;TEE-1; Danfo Tee ;"Heavy cotton, ""boxy"" cut; yellow as the bus.";Tees;NewIn|cotton;black | ivory;S|M;pictures/black.webp|pictures\\white.webp;black/S:5|ivory/M:0;percentage;12.5;2026-12-31;2026-11-01T12:00:00Z;Aba',
        '',
        '4000;TOTE-1;Balogun Tote;;Bags;;;;;7;;;;;',
      ].join('\r\n'),
      'places.csv': 'place,amount\nLekki,3000\nYaba,2500.5\n',
      'reviews.csv':
        'createdAt\tsku\tuserName\trating\tcomment\n2026-11-10\tTEE-1\tAda\t5\tLovely\n2026-11-11 08:00Z\tTEE-1\tBayo\t2\tTight\n',
    },
    PICTURES,
  )
  await importFolder(csv)
  expect(await contentOfShop()).toEqual(fromJson)
})

test('the stock column may have slashes within colours and sizes, and colours or sizes alone', async () => {
  const folder = await makeFolder({
    'products.csv': `sku,name,price,category,colors,sizes,stock
A,Slashed,100,Tees,black/white|white,UK 8/EU 42|M,black/white/UK 8/EU 42:3|white/M:1
B,Colours,100,Tees,black/white|red,,black/white:2
C,Sizes,100,Tees,,1/2|3:4,1/2:6|3:4:7
`,
  })
  await importFolder(folder)
  expect((await contentOfShop()).stock).toEqual([
    { sku: 'A', color: 'black/white', size: 'UK 8/EU 42', available: 3 },
    { sku: 'A', color: 'white', size: 'M', available: 1 },
    { sku: 'B', color: 'black/white', size: '', available: 2 },
    { sku: 'C', color: '', size: '1/2', available: 6 },
    { sku: 'C', color: '', size: '3:4', available: 7 },
  ])
})

test('importing twice changes nothing, and products keep their ids', async () => {
  const folder = await folderOf({ products: [TEE, TOTE], places: PLACES, reviews: REVIEWS })
  await importFolder(folder)
  const before = { ...(await contentOfShop()), id: (await productOf('TEE-1')).id }
  const again = await importFolder(folder)
  expect(again.products).toEqual({ created: 0, changed: 0, unchanged: 2, notInFolder: 0 })
  expect(again.pictures).toEqual({ count: 2, kept: 0 })
  expect({ ...(await contentOfShop()), id: (await productOf('TEE-1')).id }).toEqual(before)
})

test('a changed price is imported, and products that are not in the folder stay', async () => {
  await importFolder(await folderOf({ products: [TEE, TOTE] }))
  const { id } = await productOf('TEE-1')
  const report = await importFolder(await folderOf({ products: [{ ...TEE, price: 9_999, discount: null }] }))
  expect(report.products).toEqual({ created: 0, changed: 1, unchanged: 0, notInFolder: 1 })
  expect(await productOf('TEE-1')).toMatchObject({
    id,
    price: 999_900,
    discountType: null,
    discountValue: null,
  })
  expect(await productOf('TOTE-1')).toMatchObject({ price: 400_000 })
})

test('without dates the first product of the file is the newest', async () => {
  await importFolder(await folderOf({ products: [TOTE, { ...TOTE, sku: 'TOTE-2' }] }))
  const [first, second] = [await productOf('TOTE-1'), await productOf('TOTE-2')]
  expect(first.addedAt.getTime()).toBeGreaterThan(second.addedAt.getTime())
})

test('existing stock does not change, new colours and sizes are received', async () => {
  await importFolder(await folderOf({ products: [TEE] }))
  const restocked = {
    ...TEE,
    stock: [
      { color: 'black', size: 'S', quantity: 50 },
      { color: 'black', size: 'M', quantity: 3 },
    ],
  }
  const report = await importFolder(await folderOf({ products: [restocked] }))
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
  await importFolder(await folderOf({ products: [TEE] }))
  const before = await counts()
  expect(before).toMatchObject({ left: [5], inStock: 1, ofSizeS: 1 })
  const ivoryOnly = { ...TEE, colors: ['ivory'], stock: [{ color: 'ivory', size: 'M', quantity: 0 }] }
  const report = await importFolder(await folderOf({ products: [ivoryOnly] }))
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
  await importFolder(await folderOf({ products: [TEE] }))
  expect(await counts()).toEqual(before)
})

test('with setStock the available stock is set to the file’s, by a move in the ledger; held and sold stay', async () => {
  await importFolder(await folderOf({ products: [TEE] }))
  await shop.db
    .update(stockItems)
    .set({ available: 2, held: 2, sold: 1 })
    .where(and(eq(stockItems.color, 'black'), eq(stockItems.size, 'S')))
  const counted = { ...TEE, stock: [{ color: 'ivory', size: 'M', quantity: 4 }] }
  const without = await importFolder(await folderOf({ products: [counted] }))
  expect(without.stock).toEqual({
    unitsReceived: 0,
    adjusted: 0,
    leftThoughNotInFile: 1,
    leftThoughDropped: 0,
  })
  const report = await importFolder(await folderOf({ products: [counted] }), { setStock: true })
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

test('imported reviews are replaced by name, customers’ reviews stay, and the average counts both', async () => {
  await importFolder(await folderOf({ products: [TEE], reviews: REVIEWS }))
  const { id: productId } = await productOf('TEE-1')
  const customer = { id: newId(), email: 'ada@example.com', fullName: 'Ada', passwordHash: '' }
  await shop.db.insert(users).values(customer)
  await shop.db
    .insert(reviews)
    .values({ id: newId(), productId, userId: customer.id, userName: 'Ada', rating: 1, comment: 'Faded' })
  await importFolder(await folderOf({ products: [TEE], reviews: [{ ...REVIEWS[0], rating: 3 }] }))
  expect(await productOf('TEE-1')).toMatchObject({ ratingSum: 3 + 2 + 1, ratingCount: 3 })
  const imported = await shop.db.select().from(reviews).where(isNull(reviews.userId))
  expect(imported).toHaveLength(2)
})

test('a review may be for a product that is only in the shop', async () => {
  await importFolder(await folderOf({ products: [TEE] }))
  await importFolder(await folderOf({ products: [TOTE], reviews: REVIEWS }))
  expect(await productOf('TEE-1')).toMatchObject({ ratingCount: 2 })
})

test('the places of the file replace the places of the shop; without a file they stay', async () => {
  await importFolder(await folderOf({ products: [TOTE], places: PLACES }))
  expect((await importFolder(await folderOf({ products: [TOTE] }))).places).toBeNull()
  const report = await importFolder(
    await folderOf({ products: [TOTE], places: [{ place: 'Yaba', amount: 1_000 }] }),
  )
  expect(report.places).toEqual({ count: 1, removed: 1 })
  expect((await contentOfShop()).places).toEqual([{ place: 'Yaba', amount: 100_000, position: 0 }])
})

test('all faults of all files are reported at once, and nothing is changed', async () => {
  const folder = await makeFolder(
    {
      'products.csv': `sku,name,price,category,colors,sizes,stock,images,discountType,discountAmount
A,Fine,100,Tees,black,S,black/S:1,ok.webp,,
A,Twice,100,Tees,black,S,black/S:1,,,
,No sku,100,Tees,black,S,black/S:1,,,
B,,-5,Tees,black|black,S,red/S:1,gone.webp,percentage,120
C,Three decimals,1.255,NewIn,black,S,black/XL:1|black/S:2|black/S:3,small.webp,half,10
D,"Two
lines","12,500",Tees,"black, white",S,S:1,text.webp,fixed,
E,${'x'.repeat(121)},100,Tees,,,black/S:1|x,../secret.webp,,
F,Too,many,cells,,,,,,,here
`,
      'places.json': [
        { place: 'Lekki', amount: 'free' },
        { place: 'Yaba', amount: 1 },
        { place: 'Yaba', amount: 2 },
        7,
      ],
      'reviews.csv': `sku,userName,rating,comment,createdAt
NOPE,Ada,5,Good,2026-02-30
B,Ada,6,,2026-02-03
B,Ada,4,Again,03/02/2026
`,
      'text.webp': 'no picture',
    },
    ['ok.webp'],
  )
  await writeFile(join(folder, 'small.webp'), await picture(199, 300))
  expect(await faultsOf(folder)).toEqual([
    'products.csv, line 3 (A): sku "A" is already in line 2.',
    'products.csv, line 4: sku is missing.',
    'products.csv, line 5 (B): name is missing.',
    'products.csv, line 5 (B): price must not be negative.',
    'products.csv, line 5 (B): colors names "black" twice.',
    'products.csv, line 5 (B): discountAmount must not be above 100 percent.',
    'products.csv, line 5 (B): stock entry 1 names the colour "red", which is not among black, black.',
    'products.csv, line 5 (B): the picture "gone.webp" is not in the folder.',
    'products.csv, line 6 (C): category must not be NewIn or BestSellers, those are tags.',
    'products.csv, line 6 (C): price must be an amount in naira such as 12500 or 12499.50, without separators or signs.',
    'products.csv, line 6 (C): discountType must be "fixed" or "percentage".',
    'products.csv, line 6 (C): stock entry 1 names the size "XL", which is not among S.',
    'products.csv, line 6 (C): stock entry 3 repeats black/S.',
    'products.csv, line 6 (C): the picture "small.webp" is only 199 x 300 pixels, at least 200 x 200 are needed.',
    'products.csv, line 7 (D): price must be an amount in naira such as 12500 or 12499.50, without separators or signs.',
    'products.csv, line 7 (D): colors entry 1 must not hold a comma.',
    'products.csv, line 7 (D): discountAmount is missing.',
    'products.csv, line 7 (D): stock entry 1 names no size.',
    'products.csv, line 7 (D): the picture "text.webp" cannot be read as a picture, it may be damaged.',
    'products.csv, line 9 (E): name is longer than 120 characters.',
    'products.csv, line 9 (E): stock entry 1 names the colour "black", but the product has no colours.',
    'products.csv, line 9 (E): stock entry 1 names the size "S", but the product has no sizes.',
    'products.csv, line 9 (E): stock entry 2 quantity must be a whole number from 0 to 1,000,000.',
    'products.csv, line 9 (E): the picture "../secret.webp" must be inside the folder.',
    'products.csv, line 10: the line has 11 cells, the header 10: put quotes (") around text that contains the separator.',
    'products.csv, line 10 (F): price must be an amount in naira such as 12500 or 12499.50, without separators or signs.',
    'places.json, item 1: amount must be an amount in naira such as 12500 or 12499.50, without separators or signs.',
    'places.json, item 3: place "Yaba" is already in item 2.',
    'places.json, item 4: the item must be an object: { … }.',
    'reviews.csv, line 2 (NOPE): sku "NOPE" is not a product in the folder or in the shop.',
    'reviews.csv, line 2 (NOPE): createdAt must be a date such as 2026-12-31 or 2026-12-31T18:00.',
    'reviews.csv, line 3 (B): rating must be a whole number from 1 to 5.',
    'reviews.csv, line 3 (B): comment is missing.',
    'reviews.csv, line 4 (B): sku and userName "B" and "Ada" is already in line 3.',
    'reviews.csv, line 4 (B): createdAt must be a date such as 2026-12-31 or 2026-12-31T18:00.',
  ])
  expect(await contentOfShop()).toEqual({ products: [], stock: [], moves: [], reviews: [], places: [] })
})

test('what the database cannot store is reported before anything is written', async () => {
  const folder = await makeFolder({
    'products.json': [
      { ...TOTE, name: 'Ey\0o', description: 'Market\0 tote', tags: ['cut\ud83d'], addedAt: '0000-01-01' },
    ],
  })
  expect(await faultsOf(folder)).toEqual([
    'products.json, item 1 (TOTE-1): name contains a character that the database cannot store.',
    'products.json, item 1 (TOTE-1): description contains a character that the database cannot store.',
    'products.json, item 1 (TOTE-1): tags entry 1 contains a character that the database cannot store.',
    'products.json, item 1 (TOTE-1): addedAt must be a date such as 2026-12-31 or 2026-12-31T18:00.',
  ])
})

test.each(['New In', 'BEST SELLERS', 'newin'])(
  'a category that reads as one of the two tags is refused: %s',
  async (category) => {
    const folder = await makeFolder({ 'products.json': [{ ...TOTE, category }] })
    expect(await faultsOf(folder)).toEqual([
      'products.json, item 1 (TOTE-1): category must not be NewIn or BestSellers, those are tags.',
    ])
  },
)

test.each(['New In', 'new_in', 'NEWIN'])('the tag NewIn is refused if it is written %s', async (tag) => {
  const folder = await makeFolder({ 'products.json': [{ ...TOTE, tags: ['cotton', tag] }] })
  expect(await faultsOf(folder)).toEqual([
    'products.json, item 1 (TOTE-1): tags entry 2 must be written NewIn.',
  ])
})

test('a name with other capitals than elsewhere in the folder or the shop is imported with a warning', async () => {
  await importFolder(await makeFolder({ 'products.json': [TOTE, { ...TOTE, sku: 'A', category: 'Caps' }] }))
  const folder = await makeFolder({
    'products.json': [
      { ...TEE, sku: 'A', category: 'caps', images: [], tags: ['Cotton'] },
      { ...TEE, sku: 'B', category: 'bags', images: [], sizes: ['S', 'm'], stock: [] },
      { ...TEE, sku: 'C', category: 'bags', images: [] },
    ],
  })
  const { warnings } = await importFolder(folder)
  expect(warnings.map(sentenceOf).filter((sentence) => sentence.includes('shoppers'))).toEqual([
    'products.json, item 2 (B): category has "bags", which is "Bags" elsewhere in the shop: shoppers will see two.',
    'products.json, item 2 (B): tags has "cotton", which is "Cotton" in item 1: shoppers will see two.',
    'products.json, item 2 (B): sizes has "m", which is "M" in item 1: shoppers will see two.',
  ])
})

test('faults of a JSON file name the item and its SKU', async () => {
  const folder = await makeFolder({
    'products.json': [
      { ...TOTE, images: ['/etc/passwd', 'https://example.com/x.jpg', 7], tags: 'cotton', price: '4000' },
      { ...TOTE, sku: 'TOTE-2', discount: 'half', stock: [{ quantity: 1.5 }, { quantity: -1 }, 3, {}] },
    ],
  })
  expect(await faultsOf(folder)).toEqual([
    'products.json, item 1 (TOTE-1): price must be an amount in naira such as 12500 or 12499.50, without separators or signs.',
    'products.json, item 1 (TOTE-1): tags must be a list.',
    'products.json, item 1 (TOTE-1): images entry 3 must be text.',
    'products.json, item 1 (TOTE-1): the picture "/etc/passwd" must be inside the folder.',
    'products.json, item 1 (TOTE-1): the picture "https://example.com/x.jpg" must be a file in the folder, not an address.',
    'products.json, item 2 (TOTE-2): discount must be an object: { type, amount, expiresAt }.',
    'products.json, item 2 (TOTE-2): stock entry 1 quantity must be a whole number from 0 to 1,000,000.',
    'products.json, item 2 (TOTE-2): stock entry 2 quantity must be a whole number from 0 to 1,000,000.',
    'products.json, item 2 (TOTE-2): stock entry 3 must be an object: { color, size, quantity }.',
    'products.json, item 2 (TOTE-2): stock entry 4 quantity is missing.',
  ])
})

test('names that the shop does not know are left out with a warning, so that a mistyped one is noticed', async () => {
  const folder = await makeFolder({
    'products.json': [
      { ...TOTE, colours: ['red'], discount: { type: 'fixed', amount: 100, expires: '2026-12-31' } },
      { ...TOTE, sku: 'TOTE-2', colours: [], discountType: 'fixed' },
    ],
    'places.csv': 'Place,Amount,,Days\nYaba,1500,,2\n',
  })
  expect((await importFolder(folder)).warnings.map(sentenceOf)).toEqual([
    'products.json: not known to the shop and left out: "colours", "discount.expires", "discountType".',
    'products.json, item 1 (TOTE-1): images is empty, the product will have no picture.',
    'products.json, item 2 (TOTE-2): images is empty, the product will have no picture.',
    'places.csv, line 1: not known to the shop and left out: "Days".',
  ])
})

test('a picture is found whichever way its accents are written', async () => {
  const [together, apart] = ['pictures/aṣọ.webp'.normalize('NFC'), 'pictures/èkó.webp'.normalize('NFD')]
  const images = [together.normalize('NFD'), apart.normalize('NFC')]
  const folder = await makeFolder({ 'products.json': [{ ...TOTE, images }] }, [together, apart])
  expect((await importFolder(folder)).pictures.count).toBe(2)
})

test('a symbolic link cannot lead out of the folder', async () => {
  const outside = join(await mkdtemp(join(tmpdir(), 'jara-outside-')), 'secret.webp')
  await writeFile(outside, await picture(300, 300))
  const folder = await makeFolder({ 'products.json': [{ ...TOTE, images: ['link.webp'] }] })
  await symlink(outside, join(folder, 'link.webp'))
  expect(await faultsOf(folder)).toEqual([
    'products.json, item 1 (TOTE-1): the picture "link.webp" must be inside the folder.',
  ])
})

test.each([
  ['no products', {}, 'products.json: the folder has neither this file nor products.csv.'],
  [
    'both kinds',
    { 'products.json': [TOTE], 'products.csv': 'sku' },
    'products.json: the folder also has products.csv, keep only one of the two.',
  ],
  ['broken JSON', { 'products.json': '[{' }, /^products\.json: the file is not valid JSON \(.+\)\.$/],
  ['no list', { 'products.json': { products: [] } }, 'products.json: the file must hold a list: [ … ].'],
  ['an empty file', { 'products.csv': '' }, 'products.csv, line 1: the column "sku" is missing.'],
  ['no rows', { 'products.json': [] }, 'products.json: the file holds nothing to import.'],
  [
    'an open quote',
    { 'products.csv': 'sku,name,price,category\nA,"x,1,Tees\n' },
    /^products\.csv, line \d: the line begins a quote \("\) that never ends\.$/,
  ],
  [
    'a column twice',
    { 'products.csv': 'sku,SKU,name,price,category\nA,B,x,1,Tees\n' },
    'products.csv, line 1: the column "sku" appears 2 times.',
  ],
])('a folder with %s is refused', async (_what, files, sentence) => {
  expect((await faultsOf(await makeFolder(files)))[0]).toEqual(
    sentence instanceof RegExp ? expect.stringMatching(sentence) : sentence,
  )
})

test('text that is not UTF-8, a file that cannot be read, and a missing folder, are refused', async () => {
  const folder = await makeFolder({})
  await writeFile(
    join(folder, 'products.csv'),
    Buffer.from('sku,name,price,category\nA,Caf\xe9,1,Tees\n', 'latin1'),
  )
  expect(await faultsOf(folder)).toEqual([
    'products.csv: the file is not UTF-8 text, save it again as UTF-8.',
  ])
  await mkdir(join(folder, 'products.json'))
  expect(await faultsOf(folder)).toEqual(['products.json: the file cannot be read (EISDIR).'])
  expect(await faultsOf(join(folder, 'nowhere'))).toEqual([
    `${join(folder, 'nowhere')}: there is no such folder.`,
  ])
})

test('a percentage is stored to the hundredth, and a hundred of them is valid', async () => {
  const withDiscount = (sku: string, amount: number) => ({
    ...TOTE,
    sku,
    discount: { type: 'percentage', amount },
  })
  // 8.29 × 100 is a little less than 829 in floating point, and 1.1 × 100 a little more than 110.
  await importFolder(
    await folderOf({ products: [8.29, 1.1, 100].map((of) => withDiscount(`OFF-${of}`, of)) }),
  )
  const stored = await shop.db.select().from(products).where(like(products.sku, 'OFF-%'))
  expect(stored.map(({ discountValue }) => discountValue).toSorted()).toEqual([10_000, 110, 829])
})

test('unusual but valid data is imported with a warning', async () => {
  const odd = {
    ...TEE,
    colors: ['black', 'tie-dye', 'ivory'],
    stock: [],
    discount: { type: 'fixed', amount: TEE.price },
  }
  const report = await importFolder(await folderOf({ products: [odd, { ...TOTE, stock: null }] }))
  expect(report.warnings.map(sentenceOf)).toEqual([
    'products.json, item 1 (TEE-1): discountAmount is not below the price, the product will cost nothing.',
    'products.json, item 1 (TEE-1): stock is empty, the product will be out of stock.',
    'products.json, item 1 (TEE-1): the colour "tie-dye" is not in the swatch table, it will have no swatch colour.',
    'products.json, item 1 (TEE-1): images has 2 for 3 colours, so every colour will show all of them.',
    'products.json, item 2 (TOTE-1): stock is empty, the product will be out of stock.',
    'products.json, item 2 (TOTE-1): images is empty, the product will have no picture.',
  ])
})

test('a failure while writing leaves the shop unchanged', async () => {
  await importFolder(await folderOf({ products: [TOTE], places: PLACES }))
  const before = await contentOfShop()
  const folder = await folderOf({ products: [{ ...TOTE, price: 1 }, TEE], places: [PLACES[0]] })
  const failing = importFolder(folder, {
    onProgress: (step) => {
      if (step === 'writing products') throw new Error('the power went')
    },
  })
  await expect(failing).rejects.toThrow('the power went')
  expect(await contentOfShop()).toEqual(before)
})

test('an import that PostgreSQL aborts to resolve a deadlock is retried', async () => {
  const folder = await folderOf({ products: [TOTE] })
  let tries = 0
  const report = await importFolder(folder, {
    onProgress: (step) => {
      if (step !== 'writing stock') return
      tries += 1
      if (tries === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
    },
  })
  expect([tries, report.products.created, report.stock.unitsReceived]).toEqual([2, 1, 7])
  expect((await contentOfShop()).moves).toEqual([{ kind: 'receive', quantity: 7 }])
})

test('a picture that changes between check and copy is a fault, not a different picture', async () => {
  const folder = await folderOf({ products: [TEE] })
  const importing = importFolder(folder, {
    onProgress: (step, done, total) => {
      if (step !== 'checking pictures' || done < total) return
      writeFileSync(join(folder, 'pictures/white.webp'), 'somebody is at work here')
    },
  })
  await expect(importing).rejects.toThrow(
    '  - pictures/white.webp: the picture was changed while it was being imported.',
  )
  expect((await contentOfShop()).products).toEqual([])
})

test('progress reaches the total of every step', async () => {
  const last = new Map<string, string>()
  await importFolder(await folderOf({ products: [TEE, TOTE] }), {
    onProgress: (step, done, total) => void last.set(step, `${done}/${total}`),
  })
  expect(Object.fromEntries(last)).toEqual({
    'checking pictures': '2/2',
    'saving pictures': '2/2',
    'writing products': '2/2',
    'writing stock': '2/2',
  })
})
