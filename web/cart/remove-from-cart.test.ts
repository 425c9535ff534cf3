import { beforeEach, expect, test } from 'vitest'
import type { CartItem } from '#shared/cart.ts'
import { stubLocalStorage } from '#test/support/local-storage.ts'
import { useCart } from '#web/state/cart.ts'
import { removeLine } from './remove-from-cart.ts'

stubLocalStorage()

const tee: CartItem = {
  id: 'tee',
  name: 'Eko Tee',
  price: 18_500,
  image: '/tee.jpg',
  color: 'black',
  size: 'M',
  quantity: 2,
  qtyAvailable: 5,
}
const cap: CartItem = { ...tee, id: 'cap', name: 'Cap' }
const bag: CartItem = { ...tee, id: 'bag', name: 'Bag' }
const dearer = {
  id: 'tee',
  name: 'Eko Tee',
  color: 'black',
  size: 'M',
  kind: 'price',
  from: 1,
  to: 2,
} as const
const lines = () => useCart.getState().items

beforeEach(() => useCart.setState({ items: [cap, tee, bag], checkoutKey: 'a-wish', unseen: [dearer] }))

test('undoing puts the line back where it was, with the news that was not seen', () => {
  const before = useCart.getState()
  const undo = removeLine(tee)
  expect(useCart.getState()).toMatchObject({ items: [cap, bag], unseen: [] })
  undo()
  expect(useCart.getState()).toEqual(before)
})

test('undoing too late changes nothing about a line that was added again', () => {
  const undo = removeLine(tee)
  useCart.getState().add(tee)
  undo()
  expect(lines()).toEqual([cap, bag, { ...tee, quantity: 1 }])
  expect(useCart.getState().unseen).toEqual([])
})

test('a line of a product that is no longer sold takes the product’s other lines with it', {
  tags: ['4.15'],
}, () => {
  const goneTee = { ...tee, qtyAvailable: 0, isGone: true as const }
  const goneLarge = { ...goneTee, size: 'L' }
  useCart.setState({ items: [goneLarge, cap, goneTee, bag] })
  const undo = removeLine(goneTee)
  expect(lines()).toEqual([cap, bag])
  undo()
  expect(lines()).toEqual([goneLarge, cap, goneTee, bag])

  // Only its colour is gone.
  useCart.setState({ items: [{ ...goneTee, color: 'red' }, tee] })
  removeLine({ ...goneTee, color: 'red' })
  expect(lines()).toEqual([tee])
})
