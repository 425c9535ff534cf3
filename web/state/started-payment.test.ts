import { beforeEach, expect, test } from 'vitest'
import type { CartItem } from '#shared/cart.ts'
import { stubLocalStorage } from '#test/support/local-storage.ts'
import type { StartedPayment } from './started-payment.ts'
import {
  findStarted,
  isAllSent,
  isStartedBy,
  linesAfterPayment,
  useStartedPayments,
} from './started-payment.ts'
import { readStored } from './stored.ts'

const entries = stubLocalStorage()

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
const payment: StartedPayment = {
  reference: 'jara-1',
  checkoutKey: 'wish-1',
  lines: [{ id: 'p1', color: 'Black', size: 'M', quantity: 2 }],
  owner: null,
}
const cart = { items: [tee], checkoutKey: 'wish-1' }

/** What the browser remembers, as read anew. */
const remembered = () => readStored(useStartedPayments)
const { start, settle } = useStartedPayments.getState()

beforeEach(() => {
  entries.clear()
  useStartedPayments.setState({ started: [], cleared: [] })
})

test('broken memory counts as empty', () => {
  start(payment)
  expect(remembered().started).toEqual([payment])
  for (const state of [null, [], 7, { started: [{ reference: 1 }], cleared: [3] }]) {
    entries.set('payments', JSON.stringify({ state, version: 1 }))
    expect(remembered()).toMatchObject({ started: [], cleared: [] })
  }
})

test('a payment stored before owners were counts as a guest’s', () => {
  const { owner: _, ...before } = payment
  entries.set('payments', JSON.stringify({ state: { started: [before], cleared: [] }, version: 1 }))
  expect(remembered().started).toEqual([payment])
})

test('a member’s payment is nobody else’s; a guest’s is theirs after they have logged in', () => {
  const ofMember = { ...payment, owner: 'ada' }
  expect([null, 'ada', 'tunde'].map((shopperId) => isStartedBy(ofMember, shopperId))).toEqual([
    false,
    true,
    false,
  ])
  expect([null, 'ada'].every((shopperId) => isStartedBy(payment, shopperId))).toBe(true)
})

test('what another tab remembered is kept', () => {
  start(payment)
  const other = { started: [payment, { ...payment, reference: 'jara-2' }], cleared: ['jara-0'] }
  entries.set('payments', JSON.stringify({ state: other, version: 1 }))
  remembered().settle('jara-1')
  expect(remembered().started.map(({ reference }) => reference)).toEqual(['jara-2'])
  expect(remembered().cleared).toEqual(['jara-0', 'jara-1'])
})

test('a paid cart is cleared', () => {
  start(payment)
  expect(linesAfterPayment(remembered(), 'jara-1', cart)).toEqual([])
})

test('it is cleared once: a later look at the same payment leaves a new cart alone', {
  tags: ['4.17'],
}, () => {
  start(payment)
  settle('jara-1')
  expect(linesAfterPayment(remembered(), 'jara-1', { items: [cap], checkoutKey: 'wish-2' })).toBeUndefined()
  expect(linesAfterPayment(remembered(), 'jara-1', cart)).toBeUndefined()
})

test('what was added while paying has not been bought and stays', () => {
  start(payment)
  const items = [{ ...tee, quantity: 3 }, cap]
  expect(linesAfterPayment(remembered(), 'jara-1', { ...cart, items })).toEqual([
    { ...tee, quantity: 1 },
    cap,
  ])
})

test('a cart counts as submitted whole while no line exceeds what was submitted', () => {
  expect(isAllSent(payment, [tee])).toBe(true)
  expect(isAllSent(payment, [{ ...tee, quantity: 1 }])).toBe(true)
  expect(isAllSent(payment, [{ ...tee, quantity: 3 }])).toBe(false)
  expect(isAllSent(payment, [{ ...tee, size: 'L' }])).toBe(false)
  expect(isAllSent(payment, [tee, cap])).toBe(false)
})

test('a cart that was filled again is another checkout and stays', () => {
  start(payment)
  expect(linesAfterPayment(remembered(), 'jara-1', { items: [cap], checkoutKey: 'wish-2' })).toBeUndefined()
})

test('a browser that did not start the payment keeps its cart: somebody may have been sent the receipt', () => {
  expect(linesAfterPayment(remembered(), 'jara-9', cart)).toBeUndefined()
  expect(linesAfterPayment(remembered(), 'jara-9', { items: [], checkoutKey: '' })).toBeUndefined()
})

test('the latest payment of a checkout is the one that counts', () => {
  start(payment)
  start({ ...payment, reference: 'jara-2' })
  expect(findStarted(remembered(), 'wish-1')?.reference).toBe('jara-2')
  expect(findStarted(remembered(), 'wish-2')).toBeUndefined()
  start({ ...payment, checkoutKey: '' })
  expect(findStarted(remembered(), '')).toBeUndefined()
})

test('starting the same payment again is remembered once', () => {
  start(payment)
  start(payment)
  expect(remembered().started).toEqual([payment])
})
