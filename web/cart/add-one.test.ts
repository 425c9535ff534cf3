import { beforeEach, expect, test } from 'vitest'
import { stubLocalStorage } from '#test/support/local-storage.ts'
import { useCart } from '#web/state/cart.ts'
import { addOne, noMore } from './add-one.ts'

stubLocalStorage()

const tee = {
  id: 'tee',
  name: 'Eko Tee',
  price: 18_500,
  image: '/tee.jpg',
  color: 'black',
  size: 'M',
  qtyAvailable: 1,
}
const quantities = () =>
  useCart.getState().items.map(({ quantity, qtyAvailable }) => [quantity, qtyAvailable])

beforeEach(() => useCart.getState().clear())

test('one more than is left is not added', () => {
  expect(addOne(tee)).toBeUndefined()
  expect(addOne(tee)?.title).toBe('You have 1 in your cart')
  expect(quantities()).toEqual([[1, 1]])
})

test('what this checkout holds can be added although the product page counts it as gone', () => {
  useCart.setState({ items: [{ ...tee, quantity: 1, qtyAvailable: 2 }] })
  expect(addOne(tee)).toBeUndefined()
  expect(quantities()).toEqual([[2, 2]])
  expect(addOne(tee)?.title).toBe('You have 2 in your cart')
})

test('the last one can be added to a line that was sold out: its units are not in the total', () => {
  useCart.setState({ items: [{ ...tee, quantity: 1, qtyAvailable: 0 }] })
  expect(addOne(tee)).toBeUndefined()
  expect(quantities()).toEqual([[1, 1]])
})

test.each([
  ['the stock', 3, "That's all we have left of it."],
  ['the limit of an order', 50, "That's the most we can sell per order."],
])('a refusal says that %s is the reason', (_, qtyAvailable, reason) => {
  const item = { ...tee, qtyAvailable }
  useCart.setState({ items: [{ ...item, quantity: Math.min(qtyAvailable, 20) }] })
  expect(addOne(item)?.description).toBe(reason)
})

test('no more than one order takes is added, whatever the line', () => {
  const items = ['red', 'blue'].map((color) => ({ ...tee, color, quantity: 20, qtyAvailable: 99 }))
  useCart.setState({ items })
  expect(addOne({ ...tee, qtyAvailable: 99 })).toEqual({
    title: 'You have 40 in your cart',
    description: "That's the most we can sell per order.",
  })
  expect(quantities()).toHaveLength(2)
})

test("a cart's line offers one more while line, stock and order have room", () => {
  const line = (quantity: number, color = 'black') => ({ ...tee, color, quantity, qtyAvailable: 99 })
  expect(noMore(line(19), [line(19), line(20, 'red')])).toBeUndefined()
  expect(noMore(line(20), [line(20)])?.title).toBe('You have 20 in your cart')
  expect(noMore(line(14), [line(14), line(14, 'red'), line(14, 'blue')])).toEqual({
    title: 'You have 42 in your cart',
    description: "That's the most we can sell per order.",
  })
})
