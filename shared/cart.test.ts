import { describe, expect, test } from 'vitest'
import {
  addToCart,
  buyableLines,
  type CartItem,
  cartQuantity,
  isSameLine,
  mostOf,
  removeLines,
  setCartQuantity,
} from './cart.ts'
import { cartTotal } from './cart-total.ts'

const line = (id: string, color: string, size: string, more: Partial<CartItem> = {}): CartItem => ({
  id,
  color,
  size,
  name: id,
  price: 100,
  image: '',
  quantity: 1,
  qtyAvailable: 5,
  ...more,
})
const wanted = (item: CartItem) => {
  const { quantity: _quantity, ...rest } = item
  return rest
}
const blackM = line('tee', 'Black', 'M')
const redM = line('tee', 'Red', 'M')
const cap = line('cap', '', '')

describe('adding', () => {
  test('a new product, colour or size is a new line of 1 at the end', { tags: ['4.11'] }, () => {
    const cart = [redM, line('tee', 'Black', 'L'), cap].reduce<CartItem[]>(
      (items, item) => addToCart(items, wanted(item)),
      [blackM],
    )
    expect(cart.map((item) => `${item.id} ${item.color} ${item.size} ${item.quantity}`)).toEqual([
      'tee Black M 1',
      'tee Red M 1',
      'tee Black L 1',
      'cap   1',
    ])
  })

  test('the same product, colour and size becomes one more, at the latest price', { tags: ['4.10'] }, () => {
    expect(addToCart([blackM, cap], wanted({ ...blackM, price: 80 }))).toEqual([
      { ...blackM, quantity: 2, price: 80 },
      cap,
    ])
  })

  test('the quantity is never more than is left, nor less than 1', () => {
    const full = { ...blackM, quantity: 5 }
    expect(addToCart([full], wanted(full))[0]?.quantity).toBe(5)
    expect(addToCart([full], wanted({ ...full, qtyAvailable: 2 }))[0]?.quantity).toBe(2)
    expect(addToCart([blackM], wanted({ ...blackM, qtyAvailable: 0 }))[0]?.quantity).toBe(1)
  })
})

describe('setting a quantity', () => {
  test.each([
    [3, 3],
    [1, 1],
    [2.9, 2],
  ])('%d leaves %d', (quantity, left) => {
    expect(setCartQuantity([blackM, redM], blackM, quantity)).toEqual([{ ...blackM, quantity: left }, redM])
  })

  test.each([0, -1, 0.5])('%d removes the line and no other', { tags: ['4.12'] }, (quantity) => {
    expect(setCartQuantity([blackM, redM], blackM, quantity)).toEqual([redM])
  })
})

test('removal by id removes all lines of a product; by id, colour and size, only that one', {
  tags: ['4.15'],
}, () => {
  expect(removeLines([blackM, redM, cap], { id: 'tee' })).toEqual([cap])
  expect(removeLines([blackM, redM, cap], redM)).toEqual([blackM, cap])
  expect(isSameLine(blackM, { id: 'tee', color: 'Black', size: 'L' })).toBe(false)
  expect(isSameLine(blackM, { id: 'polo', color: 'Black', size: 'M' })).toBe(false)
})

test('the badge counts pieces, not lines', { tags: ['2.42'] }, () => {
  expect(cartQuantity([{ ...blackM, quantity: 3 }, cap])).toBe(4)
  expect(cartQuantity([])).toBe(0)
})

test('the total is price times quantity plus shipping, without floating-point errors', {
  tags: ['5.39'],
}, () => {
  const cart = [
    { ...blackM, price: 0.1, quantity: 3 },
    { ...cap, price: 19.99, quantity: 2 },
  ]
  expect(cartTotal(cart)).toBe(40.28)
  expect(cartTotal(cart, 2500.5)).toBe(2540.78)
  expect(cartTotal([])).toBe(0)
})

test('a sold-out line stays in the cart but is not bought', () => {
  const out = { ...cap, qtyAvailable: 0 }
  expect(buyableLines([blackM, out])).toEqual([blackM])
  expect(buyableLines([{ ...cap, qtyAvailable: 1 }])).toHaveLength(1)
  expect(cartTotal([blackM, out], 50)).toBe(150)
  expect(cartQuantity([blackM, out])).toBe(2)
})

test('a line is limited by what is left and by what one order may contain', () => {
  expect([0, 1, 7, 100].map((qtyAvailable) => mostOf({ qtyAvailable }))).toEqual([1, 1, 7, 20])
})
