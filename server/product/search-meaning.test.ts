import { expect, test } from 'vitest'
import { addProducts } from '#test/support/product.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const NAIRA = 100
const shop = openShopScene(async () => {
  await addProducts(shop.db, [
    {
      id: 'hoodie',
      name: 'Danfo Hoodie',
      category: 'Hoodies',
      price: 30_000 * NAIRA,
      stock: { 'black/XL': 1, 'black/M': 0 },
    },
    {
      id: 'cheap-hoodie',
      name: 'Keke Hoodie',
      category: 'Hoodies',
      price: 30_000 * NAIRA,
      discountType: 'percentage',
      discountValue: 50_00,
      stock: { 'black/M': 1, 'black/XL': 0 },
    },
    { id: 'shirt', name: 'Camp Shirt', category: 'Shirts', price: 22_000 * NAIRA },
    { id: 'shorts', name: 'Yaba Shorts', category: 'Shorts', price: 21_000 * NAIRA },
    { id: 'sign', name: 'Discount Queen Cap', category: 'Caps', price: 40_000 * NAIRA },
  ])
})

const found = async (search: string, more = '') => {
  const { body } = await shop.call('GET', `/api/product?search=${encodeURIComponent(search)}${more}`)
  return body.products.map(({ id }: { id: string }) => id).toSorted()
}

test.each([
  ['XL hoodie', ['hoodie']],
  ['hoodie size m', ['cheap-hoodie']],
  ['sale', ['cheap-hoodie']],
  ['hoodies on sale', ['cheap-hoodie']],
  ['under 20000', ['cheap-hoodie']],
  ['hoodie over 20k', ['hoodie']],
  ['shirts and shorts', ['shirt', 'shorts']],
  ['shirts & shorts', ['shirt', 'shorts']],
  ['a shirt for my brother', []],
  ['i want a hoodie in black', ['cheap-hoodie', 'hoodie']],
  // No queen costs less now: the words count as they are.
  ['discount queen', ['sign']],
] as const)('%s', async (search, ids) => {
  expect(await found(search)).toEqual(ids)
})

test('chosen filters apply too', async () => {
  expect(await found('XL hoodie', '&size=M')).toEqual(['cheap-hoodie'])
  expect(await found('shirts and shorts', '&maxPrice=21000')).toEqual(['shorts'])
})
