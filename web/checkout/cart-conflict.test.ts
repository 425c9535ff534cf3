import { expect, test } from 'vitest'
import type { CartItem } from '#shared/cart.ts'
import type { FreshLine } from '#shared/contract/payment.ts'
import { lineName, reconcileCart } from './cart-conflict.ts'

const tee: CartItem = {
  id: 'p1',
  name: 'Danfo Tee',
  price: 12_000,
  image: '/a.jpg',
  color: 'Black',
  size: 'M',
  quantity: 3,
  qtyAvailable: 9,
}
const cap: CartItem = { ...tee, id: 'p2', name: 'Eko Cap', price: 8_000, size: '', quantity: 1 }
const yaba = { place: 'Yaba', amount: 2_500 }

const fresh = (item: CartItem, change: Partial<FreshLine> = {}): FreshLine => ({
  productId: item.id,
  name: item.name,
  price: item.price,
  image: item.image,
  color: item.color,
  size: item.size,
  qtyAvailable: item.qtyAvailable,
  problem: null,
  ...change,
})
const conflict = (...lines: FreshLine[]) => ({ lines, shippingFee: 2_500, totalAmount: 46_500 })

test('a new price is taken over and told', () => {
  const result = reconcileCart(
    [tee, cap],
    conflict(fresh(tee, { price: 13_500.5, problem: 'price' }), fresh(cap)),
    yaba,
  )
  expect(result.items).toEqual([{ ...tee, price: 13_500.5 }, cap])
  expect(result.changes).toEqual(['Danfo Tee (Black, M) is now ₦13,500.50. It was ₦12,000.'])
})

test('too little stock lowers the quantity to what is left', () => {
  const result = reconcileCart([tee], conflict(fresh(tee, { qtyAvailable: 1, problem: 'stock' })), yaba)
  expect(result.items).toEqual([{ ...tee, quantity: 1, qtyAvailable: 1 }])
  expect(result.changes).toEqual(['Only 1 of Danfo Tee (Black, M) left, so we changed your 3 to 1.'])
})

test('price and stock of one line are both told', () => {
  const result = reconcileCart(
    [tee],
    conflict(fresh(tee, { price: 1, qtyAvailable: 2, problem: 'stock' })),
    yaba,
  )
  expect(result.changes).toHaveLength(2)
})

test('a line without stock leaves the cart, the others stay in their order', () => {
  const result = reconcileCart(
    [tee, cap],
    conflict(fresh(cap), fresh(tee, { qtyAvailable: 0, problem: 'stock' })),
    yaba,
  )
  expect(result.items).toEqual([cap])
  expect(result.changes).toEqual(['Danfo Tee (Black, M) has just sold out, so we took it out of your cart.'])
})

test('a product that is not sold any more leaves the cart whatever its count says', () => {
  const result = reconcileCart([cap], conflict(fresh(cap, { qtyAvailable: 5, problem: 'gone' })), yaba)
  expect(result.items).toEqual([])
  expect(result.changes).toEqual(['Eko Cap (Black) is no longer sold, so we took it out of your cart.'])
})

test('the same product in another size is another line', () => {
  const large = { ...tee, size: 'L' }
  const result = reconcileCart([tee, large], conflict(fresh(large, { price: 1, problem: 'price' })), yaba)
  expect(result.items).toEqual([tee, { ...large, price: 1 }])
})

test('a new delivery price is told', () => {
  const result = reconcileCart([tee], { ...conflict(fresh(tee)), shippingFee: 3_000 }, yaba)
  expect(result.changes).toEqual(['Delivery to Yaba is now ₦3,000. It was ₦2,500.'])
  expect(result.isDeliveryGone).toBe(false)
})

test('a place that is not delivered to any more is told', () => {
  const result = reconcileCart([tee], { ...conflict(fresh(tee)), shippingFee: null, totalAmount: null }, yaba)
  expect(result.isDeliveryGone).toBe(true)
  expect(result.changes).toEqual([
    'We do not deliver to Yaba any more. Please choose another shipping location.',
  ])
})

test('when only the sum differs, the sum is told', () => {
  expect(reconcileCart([tee, cap], conflict(fresh(tee), fresh(cap)), yaba).changes).toEqual([
    'Your total is now ₦46,500.',
  ])
})

test('a line is named with the choices that it has', () => {
  expect(lineName(tee)).toBe('Danfo Tee (Black, M)')
  expect(lineName({ name: 'Sachet', color: '', size: '' })).toBe('Sachet')
})
