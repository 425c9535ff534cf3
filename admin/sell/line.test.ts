import { expect, test } from 'vitest'
import type { CartItem } from '#shared/cart.ts'
import type { FreshLine } from '#shared/contract/payment.ts'
import { corrected, withLine } from './line.ts'

const line = (changes: Partial<CartItem> = {}): CartItem => ({
  ...{ id: 'tee', name: 'Danfo Tee', image: '', color: 'black', size: 'M' },
  ...{ price: 18_500.5, quantity: 2, qtyAvailable: 5, ...changes },
})
const fresh = (changes: Partial<FreshLine> = {}): FreshLine => ({
  ...{ productId: 'tee', name: 'Danfo Tee', image: '', color: 'black', size: 'M' },
  ...{ price: 18_500.5, qtyAvailable: 5, problem: null, ...changes },
})

test('the same goods are one line, of no more than there is', () => {
  const cap = line({ id: 'cap' })
  expect(withLine([line(), cap], line({ quantity: 4 }))).toEqual([line({ quantity: 5 }), cap])
  expect(withLine([line()], line({ size: 'S' }))).toHaveLength(2)
  const many = { quantity: 15, qtyAvailable: 50 }
  expect(withLine([line(many)], line(many))).toEqual([line({ ...many, quantity: 20 })])
})

test('lines take over what the shop says of them', () => {
  const said = (changes: Partial<FreshLine>) =>
    corrected([line()], { lines: [fresh(changes)], shippingFee: null, totalAmount: null })
  expect(said({ price: 20_000, problem: 'price' })).toEqual([line({ price: 20_000 })])
  expect(said({ qtyAvailable: 1, problem: 'stock' })).toEqual([line({ quantity: 1, qtyAvailable: 1 })])
  expect(said({ qtyAvailable: 0, problem: 'stock' })).toEqual([])
  expect(said({ problem: 'gone' })).toEqual([])
  expect(said({ size: 'S', price: 1 })).toEqual([line()])
})
