import { expect, test } from 'vitest'
import { shippingPlaces } from '#server/db/schema/catalogue.ts'
import { createResponseCache } from '#server/http-cache/response-cache.ts'
import type { TextBlock } from '#shared/contract/text-page.ts'
import { addProducts } from '#test/support/product.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const shop = openShopScene(
  async () => {
    await addProducts(shop.db, [{ id: 'tee', category: 'Tees' }])
  },
  { cache: createResponseCache({ maxBytes: 1_000_000, now: () => shop.clock.now }) },
)

const tablesOf = async (id: string) => {
  const { body } = await shop.call('GET', `/api/text-page/${id}`)
  return (body.blocks as TextBlock[])
    .filter((block) => block.kind === 'table')
    .map(({ caption, rows }) => [
      caption,
      ...rows.map((row) => row.map((spans) => spans.map(({ text }) => text).join('')).join(' | ')),
    ])
}

test('a page has its title, description and blocks, and is cached', async () => {
  const { status, body, headers } = await shop.call('GET', '/api/text-page/returns')
  expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=60'])
  expect(body).toMatchObject({ id: 'returns', title: 'Returns' })
  expect(body.blocks[0]).toEqual({ kind: 'paragraph', spans: [{ text: body.description }] })
  expect(JSON.stringify(body)).not.toMatch(/\{\w+\}/)
})

test('an unknown page is a 404, whatever its name', async () => {
  for (const id of ['nothing', 'words', '__proto__', '..%2Fpackage', 'Returns']) {
    const { status, body } = await shop.call('GET', `/api/text-page/${id}`)
    expect([id, status, body.code]).toEqual([id, 404, 'NOT_FOUND'])
  }
})

test('the delivery page has the fees of now', async () => {
  expect(await tablesOf('delivery')).toEqual([])
  await shop.db.insert(shippingPlaces).values([
    { place: 'Yaba', amount: 150_000, position: 1, states: ['Lagos'], areas: ['Shomolu', 'Mushin'] },
    { place: 'Anywhere', amount: 850_050, position: 2 },
  ])
  shop.clock.now += 61_000
  expect(await tablesOf('delivery')).toEqual([
    ['Delivery fees', 'Yaba | ₦1,500 | Lagos: Shomolu, Mushin', 'Anywhere | ₦8,500.50 | All states'],
  ])
})

test('the size guide has the categories that are sold', async () => {
  const [tees, ...others] = await tablesOf('size-guide')
  expect(others).toEqual([])
  expect(tees?.slice(0, 2)).toEqual([
    'Tees: measures in centimetres and inches',
    'XS | 100 (39.5) | 66 (26) | 20 (8)',
  ])
})
