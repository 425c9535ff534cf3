import { expect, test } from 'vitest'
import { pictureAddress } from '#shared/picture.ts'
import { Cards } from './cards.ts'
import type { IndexedProduct } from './indexed-product.ts'

const product: IndexedProduct = {
  id: 'tee',
  name: 'Ọ̀já “Tee” 👕',
  category: 'Tees',
  tags: [],
  colors: [],
  sizes: [],
  description: '',
  images: [],
  priceKobo: 1,
  discount: null,
  addedAtMs: 0,
  retired: false,
  inStock: [],
  qtyAvailable: 0,
  ratingSum: 13,
  ratingCount: 3,
}

const LONG = 'Ọ̀já '.repeat(20_000)
const MANY = Array.from({ length: 300 }, (_, at) =>
  pictureAddress(at.toString(16).padStart(20, '0'), 1200, 1500, '#e7e4da'),
)

test('a card has the name and the first two pictures, however long and many they are', () => {
  const cards = new Cards()
  const written = [
    { ...product, images: MANY },
    product,
    { ...product, name: LONG, images: [LONG, '', 'https://elsewhere.example/a.jpg'] },
    { ...product, images: MANY.toReversed() },
  ]
  for (const [ordinal, one] of written.entries()) cards.put(ordinal, one)
  for (const [ordinal, { name, images }] of written.entries()) {
    const shown = { name, images: images.slice(0, 2), ratingSum: 13, ratingCount: 3 }
    expect(cards.of(ordinal, [], undefined)).toEqual(shown)
  }
})

test('in a list of colours it has those of the first that the product has', () => {
  const cards = new Cards()
  cards.put(0, { ...product, images: MANY })
  const colors = ['Rose', 'Wine', 'Gold']
  expect(cards.of(0, colors, ['Black', 'gold', 'Wine']).images).toEqual(MANY.slice(200, 202))
})
