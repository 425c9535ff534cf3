import { expect, test } from 'vitest'
import type { CartItem } from './cart.ts'
import { overLimitWords, roomInOrder } from './cart-total.ts'
import { HELD_UNITS_PER_SHOPPER_MAX, LINES_MAX } from './limits.ts'

const line = (quantity: number, qtyAvailable = 99): CartItem => ({
  id: 'tee',
  name: 'Tee',
  price: 100,
  image: '',
  color: '',
  size: '',
  quantity,
  qtyAvailable,
})

test('an order takes 40 pieces, whatever lines they are in', () => {
  expect(roomInOrder([])).toBe(40)
  expect(roomInOrder([line(20), line(19)])).toBe(1)
  expect(roomInOrder([line(14), line(14), line(14)])).toBe(-2)
  expect(HELD_UNITS_PER_SHOPPER_MAX).toBeLessThanOrEqual(LINES_MAX)
})

test('what is sold out is not part of the order', () => {
  expect(roomInOrder([line(20), line(20), line(5, 0)])).toBe(0)
})

test('only a cart over the limit is told how many to remove', () => {
  expect(overLimitWords([line(20), line(20)])).toBeUndefined()
  expect(overLimitWords([line(14), line(14), line(14)])).toBe(
    'The most we can sell per order is 40 items. Please remove 2 to check out.',
  )
})
