import { expect, test } from 'vitest'
import { itemCount } from '#shared/item-count.ts'
import { orderName } from './order-words.ts'

test('an order is called by the last 5 characters of its id in upper case', {
  tags: ['2.199', '9.19'],
}, () => {
  expect(orderName('0190f2a1-7c00-7000-8000-00000004c1e7')).toBe('Order #4C1E7')
  expect(orderName('abc')).toBe('Order #ABC')
})

test('one item, else items', { tags: ['2.204'] }, () => {
  expect([0, 1, 2].map(itemCount)).toEqual(['0 items', '1 item', '2 items'])
})
