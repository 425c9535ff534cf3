import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addProducts } from '#test/support/product.ts'
import { SAME_CASES } from '#test/support/property.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const shop = openShopScene(async () => {
  await addProducts(shop.db, [
    {
      id: 'eko-tee',
      name: 'Èkó Tee',
      category: 'Tees',
      tags: ['NewIn', 'cotton'],
      description: 'Heavy jersey, made to be worn with a cap',
    },
    { id: 'tshirt', name: 'Plain T-Shirt', category: 'Tops', tags: ['basic'], description: 'Soft' },
    {
      id: 'black-hoodie',
      name: 'Black Hoodie',
      category: 'Hoodies',
      tags: ['BestSellers'],
      description: 'Fleece inside',
    },
    { id: 'red-hoodie', name: 'Red Hoodie', category: 'Hoodies', description: 'Fleece inside' },
    { id: 'cap', name: 'Snapback Cap', category: 'Caps', description: 'One size' },
    { id: 'capri', name: 'Capri Set', category: 'Co-ords', description: 'Linen, unisex' },
    { id: 'joggers', name: 'Lagos Joggers', category: 'Joggers', description: 'Fleece inside' },
    { id: 'skirt', name: 'Pleated Skirt', category: 'Skirts', description: 'A skirt' },
    { id: 'perfume', name: 'Harmattan', category: 'Perfume', description: 'Smoke and amber' },
    { id: 'ringer', name: 'Ringer', category: 'Longs', tags: ['longsleeve'], description: 'A sports shirt' },
    { id: 'gone', name: 'Retired Hoodie', category: 'Hoodies', description: '', retired: true },
  ])
})

async function found(search: string, more = ''): Promise<string[]> {
  const { status, body } = await shop.call('GET', `/api/product?search=${encodeURIComponent(search)}${more}`)
  expect(status, search).toBe(200)
  expect(body.total).toBe(body.products.length)
  return body.products.map((product: { id: string }) => product.id)
}

describe('what is found', () => {
  test.each([
    ['a tag', 'bestsellers', ['black-hoodie']],
    ['the words of a tag', 'new in', ['eko-tee']],
    ['the category', 'perfume', ['perfume']],
    ['every word, in any order and field', 'fleece hoodie red', ['red-hoodie']],
    ['nothing where one word is missing', 'red joggers', []],
    ['the beginning of a word', 'harm', ['perfume']],
    ['accents left out', 'eko', ['eko-tee']],
    ['accents and capitals typed', 'ÈKÓ', ['eko-tee']],
    ['singular for plural', 'jogger', ['joggers']],
    ['plural for singular', 'skirts', ['skirt']],
    ['a hyphen left out', 'coord', ['capri']],
    ['another word for it', 'trousers', ['joggers']],
    ['two words for one thing', 'face cap', ['cap', 'eko-tee']],
    ['a broader word of two', 'hooded sweatshirt', ['black-hoodie', 'red-hoodie']],
    ['a set by what Lagos calls it', 'up and down', ['capri']],
    ['what everybody wears, for men', 'set for men', ['capri']],
    ['no retired product', 'retired', []],
  ])('%s: %s', async (_, search, ids) => {
    expect(await found(search)).toEqual(ids)
  })

  test.each(['t-shirt', 'tshirt', 't shirt', 'T-SHIRTS'])(
    '%s finds the T-shirt, then the tee',
    async (search) => {
      expect(await found(search)).toEqual(['tshirt', 'eko-tee'])
    },
  )

  test.each([
    ['one wrong letter', 'joggrrs', ['joggers']],
    ['one letter missing', 'hodie', ['black-hoodie', 'red-hoodie']],
    ['two letters swapped', 'hoodei', ['black-hoodie', 'red-hoodie']],
    ['two mistakes in a long word', 'harmatan', ['perfume']],
    ['a mistake in another word for it', 'fragrence', ['perfume']],
    ['a mistake beside a right word', 'blakc hoodie', ['black-hoodie']],
    ['a mistake that would lead to whom a thing is for', 'sale', []],
    ['two mistakes in a short word', 'hxxdie', []],
    ['a mistake in three letters', 'cxp', []],
  ])('%s: %s', async (_, search, ids) => {
    expect(await found(search)).toEqual(ids)
  })

  test('a correctly spelt word is not taken for another one, even next to one that no such product has', async () => {
    expect(await found('skirt')).toEqual(['skirt'])
    expect(await found('black skirt')).toEqual([])
    expect(await found('linen shirt')).toEqual([])
  })

  test.each([
    ['long sleeve', ['ringer']],
    ['long sleeve shirt', ['ringer']],
    ['tee shirt', ['eko-tee', 'tshirt']],
    ['jean trousers', []],
  ])('words that belong together are one word: %s', async (search, ids) => {
    expect(await found(search)).toEqual(ids)
  })

  test.each([
    ['a hoodie for the harmattan', []],
    ['a red hoodie with fleece', ['red-hoodie']],
    ['perfume of amber', ['perfume']],
  ])('words that say nothing are not looked for: %s', async (search, ids) => {
    expect(await found(search)).toEqual(ids)
  })

  test.each([
    ['trou', ['joggers']],
    ['fragr', ['perfume']],
    ['tr', []],
  ])('half of another word for it: %s', async (search, ids) => {
    expect(await found(search)).toEqual(ids)
  })

  test('filters narrow a search', async () => {
    expect(await found('fleece', '&category=Hoodies&tag=BestSellers')).toEqual(['black-hoodie'])
  })
})

describe('the order', () => {
  test('exact words rank before prefixes, and the name before the description', async () => {
    expect(await found('cap')).toEqual(['cap', 'eko-tee', 'capri'])
  })

  test('equally good matches are sorted newest first', async () => {
    expect(await found('fleece')).toEqual(['black-hoodie', 'red-hoodie', 'joggers'])
  })

  test('an explicit sort order wins', async () => {
    expect(await found('cap', '&sortBy=name-z-a')).toEqual(['cap', 'eko-tee', 'capri'])
  })
})

describe('hostile input', () => {
  test('a search without a word finds nothing', async () => {
    expect(await found('%')).toEqual([])
    expect(await found('🔥')).toEqual([])
  })

  test('any text gets a response', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 30 }), async (text) => {
        const { status } = await shop.call('GET', `/api/product?search=${encodeURIComponent(text)}`)
        expect([200, 400]).toContain(status)
      }),
      { ...SAME_CASES, numRuns: 60 },
    )
  })

  test('more than 100 characters, and a NUL, are refused', async () => {
    for (const search of ['a'.repeat(101), 'a%00']) {
      const { status, body } = await shop.call('GET', `/api/product?search=${search}`)
      expect(status).toBe(400)
      expect(body).toMatchObject({ code: 'VALIDATION', fields: { search: expect.any(String) } })
    }
  })

  test('an empty search is not a search', async () => {
    expect(await found('  ')).toHaveLength(10)
  })
})
