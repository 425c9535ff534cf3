import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { stockItems } from '#server/db/schema/stock.ts'
import { type ProductDetail, productDetail } from '#shared/contract/product.ts'
import { addProducts } from '#test/support/product.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const shop = openShopScene(async () => {
  const discount = { discountType: 'percentage' as const, discountValue: 10_00 }
  await addProducts(shop.db, [
    { id: 'tag-in', category: 'Caps', tags: ['cotton'], stock: { '/': 1 } },
    { id: 'other-in', category: 'Caps', stock: { '/': 1 } },
    {
      id: 'tee',
      tags: ['cotton'],
      price: 12_500_00,
      ...discount,
      stock: { 'Red/M': 3, 'Red/L': 0, 'Black/M': 7 },
    },
    { id: 'same-out', tags: ['cotton'], stock: { '/': 0 } },
    { id: 'same-in', stock: { '/': 1 } },
    { id: 'same-in-tag', tags: ['cotton'], stock: { '/': 1 } },
    { id: 'tag-out', category: 'Totes', tags: ['cotton'], stock: { '/': 0 } },
    { id: 'same-retired', retired: true, tags: ['cotton'], stock: { 'Red/M': 4 } },
    {
      id: 'lonely',
      category: 'Perfume',
      ...discount,
      discountExpiresAt: new Date(shop.clock.now + 31_000),
      stock: { '/': 2 },
    },
  ])
})

async function get(id: string): Promise<ProductDetail> {
  const { status, body } = await shop.call('GET', `/api/product/${id}`)
  expect(status).toBe(200)
  return productDetail.parse(body)
}

test('a product is returned with what is left of each colour and size, in its own order', {
  tags: ['7.15'],
}, async () => {
  const { product } = await get('tee')
  expect(product).toMatchObject({
    _id: 'tee',
    id: 'tee',
    price: 12_500,
    variants: ['Red', 'Black'],
    sizes: ['M', 'L'],
    qtyAvailable: 10,
    discount: { type: 'percentage', amount: 10, expiresAt: null },
  })
  expect(product.stock).toEqual([
    { color: 'Red', size: 'M', quantity: 3 },
    { color: 'Red', size: 'L', quantity: 0 },
    { color: 'Black', size: 'M', quantity: 7 },
  ])
})

test('held stock is not available', async () => {
  const move = (by: number) =>
    shop.db
      .update(stockItems)
      .set({ available: sql`available - ${by}`, held: sql`held + ${by}` })
      .where(sql`${eq(stockItems.productId, 'tee')} and color = 'Red' and size = 'M'`)
  await move(2)
  const { product } = await get('tee')
  expect(product.stock[0]).toEqual({ color: 'Red', size: 'M', quantity: 1 })
  expect(product.qtyAvailable).toBe(8)
  await move(-2)
})

test('related products: same category first, then in stock, then sharing a tag; never the product itself', {
  tags: ['3.4', '7.15', '9.17'],
}, async () => {
  const { relatedProducts } = await get('tee')
  expect(relatedProducts.map((one) => one.id)).toEqual([
    'same-in-tag',
    'same-in',
    'same-out',
    'tag-in',
    'other-in',
  ])
})

test('a product alone in its category still has related products, in stock first', async () => {
  const { relatedProducts } = await get('lonely')
  expect(relatedProducts.map((one) => one.id)).toEqual([
    'tag-in',
    'other-in',
    'tee',
    'same-in',
    'same-in-tag',
  ])
})

test('a retired product keeps its page, with no stock, and only it says so', async () => {
  const { product, relatedProducts } = await get('same-retired')
  expect(product.qtyAvailable).toBe(0)
  expect(product.stock).toEqual([{ color: 'Red', size: 'M', quantity: 0 }])
  expect(relatedProducts).toHaveLength(5)
  expect(product.retired).toBe(true)
  expect((await get('same-out')).product).not.toHaveProperty('retired')
})

test('an unknown product is not found, whatever its id looks like', async () => {
  for (const id of ['nothing', 'x'.repeat(500), '%F0%9F%94%A5', "'%20or%201=1", '%ZZ']) {
    const { status, body, headers } = await shop.call('GET', `/api/product/${id}`)
    expect([status, body]).toEqual([404, { code: 'NOT_FOUND', message: 'Product not found' }])
    expect(headers.get('cache-control')).toBe('no-store')
  }
  expect((await shop.call('GET', '/api/product/a%00')).status).toBe(400)
})

test('stock of a colour or size that the product no longer comes in does not count', async () => {
  const stockOf = async (id: string) => {
    const { product } = await get(id)
    return [
      product.qtyAvailable,
      product.stock.map((entry) => `${entry.color}/${entry.size}:${entry.quantity}`),
    ]
  }
  await addProducts(shop.db, [
    { id: 'less', colors: ['Red'], sizes: ['M'], stock: { 'Black/M': 1, 'Red/M': 2, 'Red/L': 4, '/': 8 } },
    { id: 'no-colour', colors: [], sizes: ['L', 'M'], stock: { '/M': 1, '/L': 2, 'Red/M': 4, '/XL': 8 } },
    { id: 'no-size', colors: ['Red'], sizes: [], stock: { 'Red/': 1, 'Red/M': 2, '/': 4 } },
    { id: 'no-choice', colors: [], sizes: [], stock: { '/': 1, 'Red/': 2, '/M': 4 } },
    { id: 'all-dropped', colors: ['Red'], sizes: ['M'], stock: { 'Black/M': 1 } },
  ])
  expect(await stockOf('less')).toEqual([2, ['Red/M:2']])
  expect(await stockOf('no-colour')).toEqual([3, ['/L:2', '/M:1']])
  expect(await stockOf('no-size')).toEqual([1, ['Red/:1']])
  expect(await stockOf('no-choice')).toEqual([1, ['/:1']])
  expect(await stockOf('all-dropped')).toEqual([0, []])
})
