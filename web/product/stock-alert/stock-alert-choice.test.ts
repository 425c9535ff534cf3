import { expect, test } from 'vitest'
import { findSoldOut, listSoldOut } from './stock-alert-choice.ts'

const product = {
  stock: [
    { color: 'black', size: 'M', quantity: 0 },
    { color: 'black', size: 'L', quantity: 2 },
    { color: 'white', size: 'M', quantity: 0 },
    { color: 'white', size: 'L', quantity: 0 },
  ],
}

test('sold-out items can be asked for, by colour and size', () => {
  expect(listSoldOut(product).map(({ label }) => label)).toEqual(['Black - M', 'White - M', 'White - L'])
  expect(listSoldOut({ stock: [{ color: '', size: '', quantity: 0 }] })[0]?.label).toBe('')
})

test.each([
  [{ color: null, size: null }, undefined],
  [{ color: 'black', size: null }, undefined],
  [{ color: 'black', size: 'L' }, undefined],
  [{ color: 'black', size: 'M' }, 'Black - M'],
  [{ color: 'white', size: null }, 'White - M'],
  [{ color: null, size: 'M' }, 'Black - M'],
  [{ color: 'green', size: 'M' }, undefined],
])('%j proposes %s', (choice, label) => {
  expect(findSoldOut(product, choice)?.label).toBe(label)
})
