import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SAME_CASES } from '#test/support/property.ts'
import type { CartItem } from './cart.ts'
import {
  bringUpToDate,
  type CartChange,
  changeWords,
  type PresentLine,
  presentLines,
  rememberChanges,
  soldOutWords,
} from './cart-change.ts'

const tee: CartItem = {
  id: 'tee',
  name: 'Danfo Tee',
  price: 18_500,
  image: '/tee.jpg',
  color: 'black',
  size: 'S',
  quantity: 3,
  qtyAvailable: 9,
}
const cap: CartItem = { ...tee, id: 'cap', name: 'Eko Cap', color: '', size: '', quantity: 1 }
const now = (item: CartItem, change: Partial<PresentLine> = {}): PresentLine => ({
  id: item.id,
  color: item.color,
  size: item.size,
  name: item.name,
  price: item.price,
  image: item.image,
  qtyAvailable: item.qtyAvailable,
  isGone: false,
  ...change,
})
const news = (item: CartItem, change: Partial<PresentLine>) => {
  const { items, changes } = bringUpToDate([item], [now(item, change)])
  return { item: items[0], words: changes.map(changeWords) }
}

describe('bringing a cart up to date', () => {
  test('a line shows the present picture of its colour, which is no news', () => {
    expect(news(tee, { image: '/black.jpg' })).toEqual({ item: { ...tee, image: '/black.jpg' }, words: [] })
    expect(news(tee, { image: '', isGone: true, qtyAvailable: 0 }).item?.image).toBe(tee.image)
  })

  test('an unchanged line is not reported', () => {
    expect(bringUpToDate([tee, cap], [now(cap), now(tee)])).toEqual({ items: [tee, cap], changes: [] })
  })

  test('a new price is applied and reported', () => {
    expect(news(tee, { price: 21_000.5 })).toEqual({
      item: { ...tee, price: 21_000.5 },
      words: ['Price is now ₦21,000.50 (was ₦18,500)'],
    })
  })

  test('too few are left: the quantity follows', () => {
    expect(news(tee, { qtyAvailable: 1 })).toEqual({
      item: { ...tee, quantity: 1, qtyAvailable: 1 },
      words: ['Only 1 left, we set 1'],
    })
  })

  test('a lower stock that still suffices is not reported', () => {
    expect(news(tee, { qtyAvailable: 3 })).toEqual({ item: { ...tee, qtyAvailable: 3 }, words: [] })
  })

  test('price and stock of one line are both reported', () => {
    expect(news(tee, { price: 1, qtyAvailable: 2 }).words).toHaveLength(2)
  })

  test('a sold-out line keeps its quantity, and its price is reported when it is back', () => {
    const out = news(tee, { qtyAvailable: 0, price: 1 })
    expect(out).toEqual({ item: { ...tee, qtyAvailable: 0 }, words: ['Sold out in this size'] })
    expect(news(out.item as CartItem, { qtyAvailable: 0 }).words).toEqual([])
    expect(news(out.item as CartItem, { qtyAvailable: 2, price: 19_000 })).toEqual({
      item: { ...tee, price: 19_000, quantity: 2, qtyAvailable: 2 },
      words: ['Back in stock', 'Price is now ₦19,000 (was ₦18,500)', 'Only 2 left, we set 2'],
    })
  })

  test('a product that is no longer sold stays visible whatever its stock, and may come back', () => {
    const gone = news(cap, { isGone: true, qtyAvailable: 5 })
    expect(gone).toEqual({ item: { ...cap, qtyAvailable: 0, isGone: true }, words: ['No longer sold'] })
    expect(news(gone.item as CartItem, { isGone: true }).words).toEqual([])
    expect(news(gone.item as CartItem, { qtyAvailable: 5 })).toEqual({
      item: { ...cap, qtyAvailable: 5 },
      words: ['Back in stock'],
    })
  })

  test('another size of the product is another line', () => {
    const large = { ...tee, size: 'L' }
    expect(bringUpToDate([tee, large], [now(large, { price: 1 })]).items).toEqual([
      tee,
      { ...large, price: 1 },
    ])
  })

  test('no line is dropped or exceeds what is left, and a second update changes nothing', () => {
    const line = fc.record({
      price: fc.nat(50_000),
      qtyAvailable: fc.nat(5),
      isGone: fc.boolean(),
      quantity: fc.integer({ min: 1, max: 8 }),
    })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
        const items = lines.map(({ quantity }, index) => ({ ...tee, id: String(index), quantity }))
        const present = lines.map(({ quantity: _, ...change }, index) =>
          now({ ...tee, id: String(index) }, change),
        )
        const first = bringUpToDate(items, present)
        expect(first.items.map(({ id }) => id)).toEqual(items.map(({ id }) => id))
        for (const item of first.items) {
          expect(item.quantity).toBeGreaterThan(0)
          expect(item.qtyAvailable === 0 || item.quantity <= item.qtyAvailable).toBe(true)
        }
        expect(bringUpToDate(first.items, present)).toEqual({ items: first.items, changes: [] })
      }),
      SAME_CASES,
    )
  })
})

test('a cart is compared with what the server returned, and only there', () => {
  const stock = [
    { color: 'black', size: 'S', quantity: 4 },
    { color: 'black', size: 'M', quantity: 0 },
  ]
  const images = [
    { color: '', image: '/white.jpg' },
    { color: 'white', image: '/white.jpg' },
    { color: 'black', image: '/black.jpg' },
  ]
  const never = { ...tee, size: 'XL' }
  const checked = new Map([
    ['tee', { name: 'Danfo Tee II', price: 20_000, stock, images }],
    ['bag', null],
  ])
  expect(presentLines([tee, never, { ...tee, id: 'bag' }, cap], checked)).toEqual([
    now(tee, { name: 'Danfo Tee II', price: 20_000, image: '/black.jpg', qtyAvailable: 4 }),
    now(never, { qtyAvailable: 0, isGone: true }),
    now({ ...tee, id: 'bag' }, { qtyAvailable: 0, isGone: true }),
  ])
})

describe('remembering changes until they are seen', () => {
  const key = { id: 'tee', color: 'black', size: 'S', name: 'Danfo Tee' }
  const price = (from: number, to: number): CartChange => ({ ...key, kind: 'price', from, to })
  const told = (...rounds: CartChange[][]) =>
    rounds.reduce<readonly CartChange[]>(rememberChanges, []).map(changeWords)

  test('a price that moves twice is reported once, from the price that the shopper knew', () => {
    expect(told([price(100, 200)], [price(200, 300)])).toEqual(['Price is now ₦300 (was ₦100)'])
  })

  test('a price that went back is not reported', () => {
    expect(told([price(100, 200)], [price(200, 100)])).toEqual([])
  })

  test('the latest report of what is left counts', () => {
    expect(told([{ ...key, kind: 'fewer', left: 4 }], [{ ...key, kind: 'fewer', left: 2 }])).toEqual([
      'Only 2 left, we set 2',
    ])
    expect(told([{ ...key, kind: 'fewer', left: 4 }], [{ ...key, kind: 'sold-out' }])).toEqual([
      'Sold out in this size',
    ])
    expect(told([{ ...key, kind: 'sold-out' }], [{ ...key, kind: 'back' }])).toEqual(['Back in stock'])
  })

  test('a change of one line does not affect those of another', () => {
    expect(told([price(1, 2)], [{ ...price(1, 3), size: 'M' }])).toHaveLength(2)
  })
})

test.each([
  [{ color: 'black', size: 'S' }, 'Sold out in this size'],
  [{ color: 'black', size: '' }, 'Sold out in this color'],
  [{ color: '', size: '' }, 'Sold out'],
])('why %o cannot be bought', (choice, words) => {
  expect(soldOutWords(choice)).toBe(words)
})
