import { expect, test } from 'vitest'
import { products, shippingPlaces } from '#server/db/schema/catalogue.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const shop = openShopScene(async () => {
  await shop.db.insert(products).values([
    {
      id: 'p1',
      sku: 'A',
      name: 'Tee',
      description: '',
      category: 'Tees',
      tags: ['NewIn', 'cotton'],
      price: 100,
    },
    { id: 'p2', sku: 'B', name: 'Cap', description: '', category: 'Caps', tags: ['cotton'], price: 100 },
    {
      id: 'p3',
      sku: 'C',
      name: 'Old',
      description: '',
      category: 'Retired',
      tags: ['gone'],
      price: 100,
      retired: true,
    },
  ])
  await shop.db.insert(shippingPlaces).values([
    { place: 'Yaba', amount: 250_050, position: 2 },
    { place: 'Lekki', amount: 300_000, position: 1, states: ['Lagos'], areas: ['Eti-Osa'] },
  ])
})

test('categories hold the two tags of the category bar and every category in use', {
  tags: ['2.45', '3.26', '7.26'],
}, async () => {
  const { status, body } = await shop.call('GET', '/api/app-data/categories')
  expect(status).toBe(200)
  expect(body).toEqual(['NewIn', 'BestSellers', 'Caps', 'Tees'])
})

test('tags are those of products still sold', { tags: ['3.27', '7.27'] }, async () => {
  expect((await shop.call('GET', '/api/app-data/tags')).body).toEqual(['NewIn', 'cotton'])
})

test('shipping places come in the order that the owner gave, in naira', {
  tags: ['3.19', '7.28'],
}, async () => {
  expect((await shop.call('GET', '/api/app-data/shipping-addresses')).body).toEqual([
    { place: 'Lekki', amount: 3000, states: ['Lagos'], areas: ['Eti-Osa'] },
    { place: 'Yaba', amount: 2500.5, states: [], areas: [] },
  ])
})

test('an unknown path is a 404 and a known one under another method a 405 that names its methods', async () => {
  expect((await shop.call('GET', '/api/nothing')).body.code).toBe('NOT_FOUND')
  const wrong = await shop.call('DELETE', '/api/app-data/tags')
  expect(wrong.status).toBe(405)
  expect(wrong.headers.get('allow')).toBe('GET, HEAD')
})
