import { expect, test } from 'vitest'
import { sumByItem } from './sum-by-item.ts'

const line = (name: string, size: string, quantity: number) => ({
  ...{ position: 0, productId: name, name, sku: null, image: '', color: 'black' },
  size,
  quantity,
})

test('pieces are summed by product, colour and size, in the order of the shelves', () => {
  const items = [
    { orderId: 'a', exchange: null, lines: [line('Tee', 'M', 1), { ...line('Cap', '', 2), position: 1 }] },
    { orderId: 'b', exchange: null, lines: [line('Tee', 'L', 1)] },
    { orderId: 'c', exchange: null, lines: [line('Tee', 'M', 3)] },
  ]
  expect(sumByItem(items).map(({ name, size, quantity }) => [name, size, quantity])).toEqual([
    ['Cap', '', 2],
    ['Tee', 'L', 1],
    ['Tee', 'M', 4],
  ])
  expect(sumByItem(items).map(({ parts }) => parts.map((part) => part.line))).toEqual([
    ['a - 1'],
    ['b - 0'],
    ['a - 0', 'c - 0'],
  ])
})
