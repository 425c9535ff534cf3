import { expect, test } from 'vitest'
import type { CartItem } from '#shared/cart.ts'
import {
  findStarted,
  isAllSent,
  linesAfterPayment,
  parseMemory,
  type StartedPayment,
  withCleared,
  withStarted,
} from './started-payment.ts'

const tee: CartItem = {
  id: 'p1',
  name: 'Danfo Tee',
  price: 12_000,
  image: '',
  color: 'Black',
  size: 'M',
  quantity: 2,
  qtyAvailable: 9,
}
const cap: CartItem = { ...tee, id: 'p2', quantity: 1 }
const nothing = parseMemory(null)
const payment: StartedPayment = {
  reference: 'jara-1',
  checkoutKey: 'wish-1',
  lines: [{ id: 'p1', color: 'Black', size: 'M', quantity: 2 }],
}
const memory = withStarted(nothing, payment)
const cart = { items: [tee], checkoutKey: 'wish-1' }

test('stored memory is read back, and broken memory counts as empty', () => {
  expect(parseMemory(JSON.stringify(memory))).toEqual(memory)
  for (const broken of [null, '', '{', '[]', '7', '{"started":[{"reference":1}],"cleared":[3]}']) {
    expect(parseMemory(broken)).toEqual({ started: [], cleared: [] })
  }
})

test('a paid cart is cleared', () => {
  expect(linesAfterPayment(memory, 'jara-1', cart)).toEqual([])
})

test('it is cleared once: a later look at the same payment leaves a new cart alone', () => {
  const later = withCleared(memory, 'jara-1')
  expect(linesAfterPayment(later, 'jara-1', { items: [cap], checkoutKey: 'wish-2' })).toBeUndefined()
  expect(linesAfterPayment(parseMemory(JSON.stringify(later)), 'jara-1', cart)).toBeUndefined()
})

test('what was added while paying has not been bought and stays', () => {
  const items = [{ ...tee, quantity: 3 }, cap]
  expect(linesAfterPayment(memory, 'jara-1', { ...cart, items })).toEqual([{ ...tee, quantity: 1 }, cap])
})

test('a cart counts as submitted whole while no line exceeds what was submitted', () => {
  expect(isAllSent(payment, [tee])).toBe(true)
  expect(isAllSent(payment, [{ ...tee, quantity: 1 }])).toBe(true)
  expect(isAllSent(payment, [{ ...tee, quantity: 3 }])).toBe(false)
  expect(isAllSent(payment, [{ ...tee, size: 'L' }])).toBe(false)
  expect(isAllSent(payment, [tee, cap])).toBe(false)
})

test('a cart that was filled again is another checkout and stays', () => {
  expect(linesAfterPayment(memory, 'jara-1', { items: [cap], checkoutKey: 'wish-2' })).toBeUndefined()
})

test('a browser that did not start the payment clears its cart, once', () => {
  expect(linesAfterPayment(nothing, 'jara-9', cart)).toEqual([])
  expect(linesAfterPayment(withCleared(nothing, 'jara-9'), 'jara-9', cart)).toBeUndefined()
})

test('the latest payment of a checkout is the one that counts', () => {
  const twice = withStarted(memory, { ...payment, reference: 'jara-2' })
  expect(findStarted(twice, 'wish-1')?.reference).toBe('jara-2')
  expect(findStarted(twice, 'wish-2')).toBeUndefined()
  expect(findStarted(withStarted(nothing, { ...payment, checkoutKey: '' }), '')).toBeUndefined()
})

test('starting the same payment again is remembered once', () => {
  expect(withStarted(memory, payment).started).toEqual([payment])
})
