import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listActs } from '#server/audit/store.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { placesFor } from '#shared/delivery-place.ts'
import { NIGERIAN_STATES } from '#shared/nigeria.ts'
import {
  faultsOf,
  openImportScene,
  PICTURES,
  PLACES,
  REVIEWS,
  TEE,
  TOTE,
} from '#test/support/import-scene.ts'
import { makeFolder } from './folder.fixture.ts'

const { shop, emptyShop, importFolder, importFiles, productOf, contentOfShop } = openImportScene()

test('a folder becomes products with pictures, stock, places, reviews and their averages', async () => {
  const files = { 'products.json': [TEE, TOTE], 'places.json': PLACES, 'reviews.json': REVIEWS }
  const report = await importFiles(files)
  expect(report).toMatchObject({
    products: { created: 2, changed: 0, unchanged: 0, notInFolder: 0 },
    stock: { unitsReceived: 12, adjusted: 0, leftThoughNotInFile: 0 },
    places: { count: 2, removed: 0 },
    reviews: 2,
    pictures: { count: 2, stored: 2 },
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
    { place: 'Lekki', amount: 300_000, position: 0, states: ['Lagos'], areas: ['Eti-Osa'] },
    { place: 'Yaba', amount: 250_050, position: 1, states: [], areas: [] },
  ])
  expect(await listActs(shop.db, { limit: 1 })).toMatchObject([
    {
      actor: 'shop',
      action: 'catalogue.import',
      details: { places: { count: 2 } },
      createdAt: shop.now(),
    },
  ])
})

test('the search finds products as soon as they are imported, and by their new words after a change', async () => {
  const found = async (search: string) =>
    (await shop.call('GET', `/api/product?search=${search}`)).body.products.map(
      (product: { name: string }) => product.name,
    )
  await importFiles({ 'products.json': [TEE] })
  expect(await found('danfo')).toHaveLength(1)
  await importFiles({ 'products.json': [{ ...TEE, name: 'Keke Tee' }] })
  expect(await found('keke')).toEqual(['Keke Tee'])
  expect(await found('danfo')).toEqual([])
})

test('CSV from a spreadsheet gives the same as JSON: byte order mark, semicolons, CRLF, quotes, any order of columns', async () => {
  await importFiles({ 'products.json': [TEE, TOTE], 'places.json': PLACES, 'reviews.json': REVIEWS })
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
      'places.csv': 'place,amount,states,areas\nLekki,3000,Lagos,Eti-Osa\nYaba,2500.5,,\n',
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

test('without dates the first product of the file is the newest', async () => {
  await importFiles({ 'products.json': [TOTE, { ...TOTE, sku: 'TOTE-2' }] })
  const [first, second] = [await productOf('TOTE-1'), await productOf('TOTE-2')]
  expect(first.addedAt.getTime()).toBeGreaterThan(second.addedAt.getTime())
})

test('a percentage is stored to the hundredth, and a hundred of them is valid', async () => {
  const withDiscount = (sku: string, amount: number) => ({
    ...TOTE,
    sku,
    discount: { type: 'percentage', amount },
  })
  // 8.29 × 100 is a little less than 829 in floating point, and 1.1 × 100 a little more than 110.
  await importFiles({ 'products.json': [8.29, 1.1, 100].map((of) => withDiscount(`OFF-${of}`, of)) })
  const stored = await shop.db.select().from(products).where(like(products.sku, 'OFF-%'))
  expect(stored.map(({ discountValue }) => discountValue).toSorted()).toEqual([10_000, 110, 829])
})

test('importing twice changes nothing, and products keep their ids', async () => {
  const files = { 'products.json': [TEE, TOTE], 'places.json': PLACES, 'reviews.json': REVIEWS }
  await importFiles(files)
  const before = { ...(await contentOfShop()), id: (await productOf('TEE-1')).id }
  const again = await importFiles(files)
  expect(again.products).toEqual({ created: 0, changed: 0, unchanged: 2, notInFolder: 0 })
  expect(again.pictures).toEqual({ count: 2, stored: 0 })
  expect({ ...(await contentOfShop()), id: (await productOf('TEE-1')).id }).toEqual(before)
})

test('a picture is found whichever way its accents are written', async () => {
  const [together, apart] = ['pictures/aṣọ.webp'.normalize('NFC'), 'pictures/èkó.webp'.normalize('NFD')]
  const images = [together.normalize('NFD'), apart.normalize('NFC')]
  const folder = await makeFolder({ 'products.json': [{ ...TOTE, images }] }, [together, apart])
  expect((await importFolder(folder)).pictures.count).toBe(2)
})

test('a failure while writing leaves the shop unchanged', async () => {
  await importFiles({ 'products.json': [TOTE], 'places.json': PLACES })
  const before = await contentOfShop()
  const files = { 'products.json': [{ ...TOTE, price: 1 }, TEE], 'places.json': [PLACES[0]] }
  const failing = importFiles(files, {
    onProgress: (step) => {
      if (step === 'writing products') throw new Error('the power went')
    },
  })
  await expect(failing).rejects.toThrow('the power went')
  expect(await contentOfShop()).toEqual(before)
})

test('a picture that changes between check and copy is a fault, not a different picture', async () => {
  const folder = await makeFolder({ 'products.json': [TEE] }, PICTURES)
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
  await importFiles(
    { 'products.json': [TEE, TOTE] },
    {
      onProgress: (step, done, total) => void last.set(step, `${done}/${total}`),
    },
  )
  expect(Object.fromEntries(last)).toEqual({
    'checking pictures': '2/2',
    'saving pictures': '2/2',
    'writing products': '2/2',
    'writing stock': '2/2',
  })
})

test('places deliver to states, and areas of one, that the checkout lists', async () => {
  const places = [
    { place: 'Lekki', amount: 1, states: ['Lagos', 'Ogun'], areas: ['Eti-Osa'] },
    { place: 'Abuja', amount: 1, states: ['Abuja'] },
    { place: 'Ibadan', amount: 1, states: ['Oyo'], areas: ['Ibadan North', 'Ikeja'] },
    { place: 'Anywhere', amount: 1, areas: ['Ikeja'] },
  ]
  expect(await faultsOf(importFiles({ 'products.json': [TOTE], 'places.json': places }))).toEqual([
    'places.json, item 1: areas need exactly one state in the same row.',
    'places.json, item 2: states "Abuja" is not a state of Nigeria as the checkout lists them.',
    'places.json, item 3: areas "Ikeja" is not a local government area of Oyo.',
    'places.json, item 4: areas need exactly one state in the same row.',
  ])
})

test('every address in Nigeria is delivered to by a place of the demo', async () => {
  const text = await readFile(join(import.meta.dirname, '../../demo/catalogue/places.json'), 'utf8')
  await importFiles({ 'products.json': [TOTE], 'places.json': JSON.parse(text) })
  const { body: places } = await shop.call('GET', '/api/app-data/shipping-addresses')
  const addresses = NIGERIAN_STATES.flatMap(({ state, lgas }) => lgas.map((city) => ({ state, city })))
  expect(addresses.filter((address) => placesFor(places, address).fitting.length === 0)).toEqual([])
})

const NOTES = {
  fabric: '240 gsm cotton',
  fit: 'Boxy',
  care: 'Wash cold',
  returns: 'Within a week',
  arrival: 'Made to order: 2 weeks',
}

test('what a product tells of fabric, fit, care, returns and arrival is on its page; null and an empty cell clear it', async () => {
  await importFiles({ 'products.json': [{ ...TEE, sku: 'NOTED-1', ...NOTES }] })
  const { id } = await productOf('NOTED-1')
  const told = async () => (await shop.call('GET', `/api/product/${id}`)).body.product
  expect(await told()).toMatchObject(NOTES)
  await importFiles({ 'products.json': [{ ...TEE, sku: 'NOTED-1', fit: null }] })
  expect(await told()).toMatchObject({ ...NOTES, fit: '' })
  const csv = `sku,name,price,category,fabric,care\nNOTED-1,Danfo Tee,12500,Tees,Linen,\n`
  await importFiles({ 'products.csv': csv })
  expect(await told()).toMatchObject({ ...NOTES, fabric: 'Linen', fit: '', care: '' })
  expect(await faultsOf(importFiles({ 'products.json': [{ ...TEE, care: 'x'.repeat(1_001) }] }))).toEqual([
    expect.stringContaining('care'),
  ])
})
