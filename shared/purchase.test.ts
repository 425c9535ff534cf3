import { describe, expect, test } from 'vitest'
import {
  addLabel,
  type Choosable,
  initialChoice,
  missingChoice,
  quantityOf,
  sizeState,
  stockNote,
} from './purchase.ts'

const tee: Choosable = {
  variants: ['Black', 'Red'],
  sizes: ['M', 'L'],
  qtyAvailable: 5,
  stock: [
    { color: 'Black', size: 'M', quantity: 0 },
    { color: 'Black', size: 'L', quantity: 2 },
    { color: 'Red', size: 'M', quantity: 3 },
    { color: 'Green', size: 'S', quantity: 1 },
  ],
}
const none = { color: null, size: null }

describe('the label', () => {
  test.each([
    [
      'nothing is left, whatever is chosen',
      { ...tee, qtyAvailable: 0 },
      { color: 'Black', size: 'L' },
      'OUT OF STOCK',
    ],
    ['nothing is chosen', tee, none, 'SELECT COLOR'],
    ['a size is chosen before the colour', tee, { color: null, size: 'M' }, 'SELECT COLOR'],
    ['a colour is chosen', tee, { color: 'Red', size: null }, 'SELECT SIZE'],
    ['both are chosen', tee, { color: 'Red', size: 'M' }, 'ADD TO CART'],
    ['the chosen pair is gone', tee, { color: 'Black', size: 'M' }, 'OUT OF STOCK'],
    ['the chosen pair was never made', tee, { color: 'Red', size: 'L' }, 'OUT OF STOCK'],
  ] as const)('when %s', { tags: ['2.97', '4.23'] }, (_, product, choice, label) => {
    expect(addLabel(product, choice)).toBe(label)
  })

  test('a product without colours and sizes can be added at once', { tags: ['1.29'] }, () => {
    const perfume = {
      variants: [],
      sizes: [],
      qtyAvailable: 1,
      stock: [{ color: '', size: '', quantity: 1 }],
    }
    expect(addLabel(perfume, initialChoice(perfume))).toBe('ADD TO CART')
  })
})

test('a step with one choice or none is already done', () => {
  expect(initialChoice({ variants: ['Black'], sizes: [] })).toEqual({ color: 'Black', size: '' })
  expect(initialChoice(tee)).toEqual(none)
})

test('nothing is left of a pair that the product does not come in', () => {
  expect([quantityOf(tee, 'Red', 'M'), quantityOf(tee, 'Red', 'L')]).toEqual([3, 0])
})

test.each([
  ['Black', 'M', 'sold-out'],
  ['Black', 'L', 'available'],
  ['Red', 'L', 'not-made'],
  [null, 'M', 'available'],
  ['Green', 'S', 'available'],
  [null, 'XL', 'not-made'],
] as const)('in %s, size %s is %s', (color, size, state) => {
  expect(sizeState(tee, color, size)).toBe(state)
})

test.each([
  [11, 'In Stock'],
  [10, 'Only 10 left'],
  [1, 'Only 1 left'],
  [0, 'Out of Stock'],
])('%d pieces read "%s"', { tags: ['9.15'] }, (quantity, note) => {
  expect(stockNote(quantity)).toBe(note)
})

test('what must be chosen first is the colour, then the size', () => {
  const stock = [
    { color: 'black', size: 'M', quantity: 1 },
    { color: 'white', size: 'M', quantity: 0 },
  ]
  const tee = { variants: ['black', 'white'], sizes: ['M', 'L'], qtyAvailable: 1, stock }
  expect(missingChoice(tee, { color: null, size: null })).toBe('color')
  expect(missingChoice(tee, { color: 'black', size: null })).toBe('size')
  expect(missingChoice(tee, { color: 'black', size: 'M' })).toBeNull()
  // Sold out: no choice helps.
  expect(missingChoice(tee, { color: 'white', size: 'M' })).toBeNull()
  expect(missingChoice({ ...tee, qtyAvailable: 0 }, { color: null, size: null })).toBeNull()
})
