import { expect, test, vi } from 'vitest'
import { cardList } from '#shared/contract/product.ts'
import { addProducts } from '#test/support/product.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const shop = openShopScene(async () => {
  await addProducts(shop.db, [
    {
      id: 'gown',
      images: ['/w1.jpg', '/w2.jpg', '/w3.jpg', '/r1.jpg', '/r2.jpg', '/pictures/r3.jpg', '/surplus.jpg'],
      stock: { 'Wine/M': 1, 'Rose/M': 1 },
    },
    { id: 'wrap', images: ['/all.jpg'], stock: { 'Wine/M': 1, 'Rose/M': 1 } },
    {
      id: 'sash',
      images: ['/w.jpg', '/r.jpg', '/g.jpg'],
      stock: { 'Wine/': 1, 'Rose/': 1, 'Gold/': 1 },
    },
  ])
})

test('in a list of certain colours a card has the pictures of the first of them that the product has', async () => {
  const pictures = async (query: string) => {
    const { body } = await shop.call('GET', `/api/product?sortBy=name-a-z&view=card${query}`)
    const cards = cardList.parse(body).products
    for (const { image, images } of cards) expect(image).toBe(images[0])
    return Object.fromEntries(cards.map(({ id, images }) => [id, images]))
  }
  const look = async () => {
    expect(await pictures('')).toEqual({
      gown: ['/w1.jpg', '/w2.jpg'],
      wrap: ['/all.jpg'],
      sash: ['/w.jpg', '/r.jpg'],
    })
    expect(await pictures('&color=Rose')).toEqual({
      gown: ['/r1.jpg', '/r2.jpg'],
      wrap: ['/all.jpg'],
      sash: ['/r.jpg'],
    })
    expect(await pictures('&color=Gold,Wine')).toEqual({
      gown: ['/w1.jpg', '/w2.jpg'],
      wrap: ['/all.jpg'],
      sash: ['/g.jpg'],
    })
  }
  await look()
  const isCurrent = vi.spyOn(shop.productIndex, 'isCurrent').mockReturnValue(false)
  await look()
  isCurrent.mockRestore()
  const { body } = await shop.call('GET', '/api/product?color=Rose')
  // A whole product has its own order.
  expect(body.products.map(({ image }: { image: string }) => image)).toEqual([
    '/w1.jpg',
    '/all.jpg',
    '/w.jpg',
  ])
})
