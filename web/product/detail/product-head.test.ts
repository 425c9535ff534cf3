import { expect, test } from 'vitest'
import { aProduct, PICTURE } from '#web/product/product.fixture.ts'
import { productHead } from './product-head.ts'

const DISCOUNT = { type: 'percentage', amount: 25, expiresAt: '2026-06-01T00:00:00.000Z' } as const
const PRODUCT = aProduct({ price: 20_000, discount: DISCOUNT, description: `Heavy ${'cotton '.repeat(60)}` })
const BEFORE = Date.parse('2026-05-31T00:00:00.000Z')
const AFTER = Date.parse('2026-06-02T00:00:00.000Z')
const HERE = 'https://jara.example'

test('shared links show the picture as a card; a picture without one is replaced by the brand’s', () => {
  expect(productHead(PRODUCT, HERE, BEFORE).card).toEqual({ path: `${PICTURE}.card.jpg`, alt: 'Eko Tee' })
  for (const image of ['https://cdn.example/a.png', '']) {
    expect(productHead({ ...PRODUCT, image }, HERE, BEFORE).card).toBeUndefined()
  }
})

test('the card of a link shows the colour that the link asks for', () => {
  const blue = '/pictures/0123456789abcdef-900x1125-0000ff.jpg'
  const hoodie = { ...PRODUCT, variants: ['Black', 'Royal Blue'], images: [PRODUCT.image, blue] }
  const card = (color: string) => productHead(hoodie, HERE, BEFORE, { color }).card
  const shown = { path: blue.replace('.jpg', '.card.jpg'), alt: 'Eko Tee in Royal Blue' }
  expect(card('royal blue')).toEqual(shown)
  expect(card('Wine')).toEqual({ path: `${PICTURE}.card.jpg`, alt: 'Eko Tee' })
})

test('the price is the one charged at that moment', () => {
  const said = (nowMs: number) => {
    const { description, properties } = productHead(PRODUCT, HERE, nowMs)
    return [
      description.split('. ')[0],
      properties.find(({ property }) => property === 'product:price:amount')?.content,
    ]
  }
  expect(said(BEFORE)).toEqual(['₦15,000', '15000.00'])
  expect(said(AFTER)).toEqual(['₦20,000', '20000.00'])
})

test.each([
  [{ qtyAvailable: 3 }, 'in stock'],
  [{ qtyAvailable: 0 }, 'out of stock'],
  [{ qtyAvailable: 0, retired: true } as const, 'discontinued'],
])('of %o it says %s', (state, said) => {
  const { properties } = productHead({ ...PRODUCT, ...state }, HERE, BEFORE)
  expect(properties).toContainEqual({ property: 'product:availability', content: said })
})

test('the summary is short and cut between words', () => {
  const { description } = productHead(PRODUCT, HERE, BEFORE)
  expect(description.length).toBeLessThanOrEqual(156 + '₦15,000. '.length)
  expect(description.endsWith('cotton…')).toBe(true)
  const endless = productHead({ ...PRODUCT, description: 'x'.repeat(500) }, HERE, BEFORE)
  expect(endless.description).toBe(`₦15,000. ${'x'.repeat(155)}…`)
  const silent = productHead({ ...PRODUCT, description: ' ' }, HERE, BEFORE)
  expect(silent.description).toBe('₦15,000. Eko Tee, Tees & Tops at Jara.')
})
