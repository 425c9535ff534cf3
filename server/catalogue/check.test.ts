import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faultsOf, openImportScene, TEE, TOTE } from '#test/support/import-scene.ts'
import { sentenceOf } from './finding.ts'
import { makeFolder, picture } from './folder.fixture.ts'

const { importFolder, importFiles, contentOfShop } = openImportScene()

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
  expect(await faultsOf(importFolder(folder))).toEqual([
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
  expect(await faultsOf(importFolder(folder))).toEqual([
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
    expect(await faultsOf(importFolder(folder))).toEqual([
      'products.json, item 1 (TOTE-1): category must not be NewIn or BestSellers, those are tags.',
    ])
  },
)

test.each(['New In', 'new_in', 'NEWIN'])('the tag NewIn is refused if it is written %s', async (tag) => {
  const folder = await makeFolder({ 'products.json': [{ ...TOTE, tags: ['cotton', tag] }] })
  expect(await faultsOf(importFolder(folder))).toEqual([
    'products.json, item 1 (TOTE-1): tags entry 2 must be written NewIn.',
  ])
})

test('a name with other capitals than elsewhere in the folder or the shop is imported with a warning', async () => {
  await importFiles({ 'products.json': [TOTE, { ...TOTE, sku: 'A', category: 'Caps' }] })
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
  expect(await faultsOf(importFolder(folder))).toEqual([
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

test('unusual but valid data is imported with a warning', async () => {
  const odd = {
    ...TEE,
    colors: ['black', 'tie-dye', 'ivory'],
    stock: [],
    discount: { type: 'fixed', amount: TEE.price },
  }
  const report = await importFiles({ 'products.json': [odd, { ...TOTE, stock: null }] })
  expect(report.warnings.map(sentenceOf)).toEqual([
    'products.json, item 1 (TEE-1): discountAmount is not below the price, the product will cost nothing.',
    'products.json, item 1 (TEE-1): stock is empty, the product will be out of stock.',
    'products.json, item 1 (TEE-1): the colour "tie-dye" is not in the swatch table, it will have no swatch colour.',
    'products.json, item 1 (TEE-1): images has 2 for 3 colours, so every colour will show all of them.',
    'products.json, item 2 (TOTE-1): stock is empty, the product will be out of stock.',
    'products.json, item 2 (TOTE-1): images is empty, the product will have no picture.',
  ])
})

test('a symbolic link cannot lead out of the folder', async () => {
  const outside = join(await mkdtemp(join(tmpdir(), 'jara-outside-')), 'secret.webp')
  await writeFile(outside, await picture(300, 300))
  const folder = await makeFolder({ 'products.json': [{ ...TOTE, images: ['link.webp'] }] })
  await symlink(outside, join(folder, 'link.webp'))
  expect(await faultsOf(importFolder(folder))).toEqual([
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
  expect((await faultsOf(importFiles(files)))[0]).toEqual(
    sentence instanceof RegExp ? expect.stringMatching(sentence) : sentence,
  )
})

test('text that is not UTF-8, a file that cannot be read, and a missing folder, are refused', async () => {
  const folder = await makeFolder({})
  await writeFile(
    join(folder, 'products.csv'),
    Buffer.from('sku,name,price,category\nA,Caf\xe9,1,Tees\n', 'latin1'),
  )
  expect(await faultsOf(importFolder(folder))).toEqual([
    'products.csv: the file is not UTF-8 text, save it again as UTF-8.',
  ])
  await mkdir(join(folder, 'products.json'))
  expect(await faultsOf(importFolder(folder))).toEqual(['products.json: the file cannot be read (EISDIR).'])
  expect(await faultsOf(importFolder(join(folder, 'nowhere')))).toEqual([
    `${join(folder, 'nowhere')}: there is no such folder.`,
  ])
})
