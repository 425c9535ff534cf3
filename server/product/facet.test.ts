import { expect, test } from 'vitest'
import { addProducts } from '#test/support/product.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const shop = openShopScene()

test('a chosen value stays in its facet even if nothing matches, and sizes are sorted from small to large', async () => {
  await addProducts(shop.db, [
    {
      id: 'a',
      stock: {
        'Black/XL': 1,
        'Black/S': 1,
        'Black/10': 1,
        'Black/9.5': 1,
        'Black/One size': 1,
        'Black/M': 0,
      },
    },
    { id: 'b', category: 'Caps', stock: { 'Red/': 1 } },
  ])
  const { body } = await shop.call('GET', '/api/product?category=Nothing&color=Black,Pink&inStock=true')
  expect(body.facets.categories).toEqual([
    { value: 'Caps', count: 0 },
    { value: 'Nothing', count: 0 },
    { value: 'Tees', count: 1 },
  ])
  expect(body.facets.colors.map(({ value }: { value: string }) => value)).toEqual(['Black', 'Pink', 'Red'])
  const sizes = (await shop.call('GET', '/api/product?inStock=true')).body.facets.sizes
  expect(sizes.map(({ value, count }: { value: string; count: number }) => `${value}:${count}`)).toEqual([
    'S:1',
    'M:0',
    'XL:1',
    '9.5:1',
    '10:1',
    'One size:1',
  ])
})
