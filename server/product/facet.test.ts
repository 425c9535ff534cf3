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
  expect(body.facets.colors.map(({ value }: { value: string }) => value)).toEqual(['Black', 'Pink'])
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

test('sizes and colours are those of the chosen category, tags those that three products carry, colours have their families', async () => {
  const facetsOf = async (query: string) => {
    const { facets } = (await shop.call('GET', `/api/product?${query}`)).body
    const values = (name: string) => facets[name].map(({ value }: { value: string }) => value)
    return { sizes: values('sizes'), colors: values('colors'), tags: values('tags') }
  }
  await addProducts(shop.db, [
    { id: 'tee', category: 'Shirts', tags: ['cotton', 'NewIn'], stock: { 'navy/M': 1, 'black/S': 1 } },
    { id: 'polo', category: 'Shirts', tags: ['cotton', 'NewIn'], stock: { 'sky blue/S': 1 } },
    { id: 'slide', category: 'Sandals', tags: ['cotton', 'rare'], stock: { 'navy/42': 1, 'navy/41': 1 } },
  ])
  expect(await facetsOf('category=Shirts')).toMatchObject({
    sizes: ['S', 'M'],
    colors: ['all blue', 'black', 'navy', 'sky blue'],
    tags: ['cotton'],
  })
  expect(await facetsOf('category=Sandals&tag=rare')).toEqual({
    sizes: ['41', '42'],
    colors: ['navy'],
    tags: ['cotton', 'rare'],
  })
  const { body } = await shop.call('GET', '/api/product?color=All%20Blue&size=S&view=card')
  expect(body.products.map(({ id }: { id: string }) => id)).toEqual(['polo'])
  expect(body.facets.colors).toContainEqual({ value: 'all blue', count: 1 })
})
