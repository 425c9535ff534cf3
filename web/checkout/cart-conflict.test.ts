import { expect, test } from 'vitest'
import type { CartItem } from '#shared/cart.ts'
import { bringUpToDate } from '#shared/cart-change.ts'
import type { FreshLine } from '#shared/contract/payment.ts'
import { changeSentence, readConflict } from './cart-conflict.ts'

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
const yaba = { place: 'Yaba', amount: 2_500 }

const fresh = (change: Partial<FreshLine> = {}): FreshLine => ({
  productId: tee.id,
  name: tee.name,
  price: tee.price,
  image: tee.image,
  color: tee.color,
  size: tee.size,
  qtyAvailable: tee.qtyAvailable,
  problem: null,
  ...change,
})
const conflict = (line: FreshLine) => ({ lines: [line], shippingFee: 2_500, totalAmount: 46_500 })

test('the lines are returned as cart lines', () => {
  const { present, sentences } = readConflict(
    [tee],
    conflict(fresh({ price: 13_500.5, problem: 'price' })),
    yaba,
  )
  expect(present).toMatchObject([{ id: 'p1', color: 'Black', size: 'M', price: 13_500.5, isGone: false }])
  expect(sentences).toEqual([])
})

test('a line that is brought up to date shows the picture of its color', { tags: ['3.5'] }, () => {
  const line = fresh({ price: 13_500.5, image: '/a-in-black.jpg', problem: 'price' })
  const { present } = readConflict([tee], conflict(line), yaba)
  expect(bringUpToDate([tee], present).items).toEqual([{ ...tee, price: 13_500.5, image: '/a-in-black.jpg' }])
})

test('a product that is no longer sold is gone, whatever its stock count', () => {
  const { present } = readConflict([tee], conflict(fresh({ qtyAvailable: 5, problem: 'gone' })), yaba)
  expect(present[0]?.isGone).toBe(true)
})

test('a new delivery price is reported', () => {
  const result = readConflict([tee], { ...conflict(fresh()), shippingFee: 3_000 }, yaba)
  expect(result.sentences).toEqual(['Delivery to Yaba is now ₦3,000 (was ₦2,500).'])
  expect(result.isDeliveryGone).toBe(false)
})

test('a place that is no longer delivered to is reported', () => {
  const result = readConflict([tee], { ...conflict(fresh()), shippingFee: null, totalAmount: null }, yaba)
  expect(result.isDeliveryGone).toBe(true)
  expect(result.sentences).toEqual([
    'We do not deliver to Yaba any more. Please choose another shipping location.',
  ])
})

test('when only the total differs, the total is reported', () => {
  expect(readConflict([tee], conflict(fresh()), yaba).sentences).toEqual(['Your total is now ₦46,500.'])
})

test('a change shown away from its line names the line', () => {
  const { id, name, color, size } = tee
  expect(changeSentence({ id, name, color, size, kind: 'fewer', left: 1 })).toBe(
    'Danfo Tee (Black, M): Only 1 left, we set 1',
  )
})
