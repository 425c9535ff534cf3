import { beforeEach, expect, test } from 'vitest'
import type { CartItem } from '#shared/cart.ts'
import { stubLocalStorage } from '#test/support/local-storage.ts'
import { restoreCart } from '#web/cart/remove-from-cart.ts'
import { useCart } from './cart.ts'
import { useStartedPayments } from './started-payment.ts'

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
const cap: CartItem = { ...tee, id: 'cap', name: 'Cap', quantity: 1 }
const news = { id: 'tee', name: 'Eko Tee', color: 'black', size: 'M', kind: 'sold-out' } as const
const bag: CartItem = { ...tee, id: 'bag', name: 'Bag', quantity: 1 }

beforeEach(() => {
  useCart.getState().clear()
  localStorage.removeItem('cart')
})

test('a removed line returns to its place with its quantity', () => {
  const { remove, restore } = useCart.getState()
  useCart.setState({ items: [cap, tee, bag] })
  remove(tee)
  restore(tee, 1)
  expect(useCart.getState().items).toEqual([cap, tee, bag])
})

test('what leaves the cart takes its news along; the news of other lines stay', () => {
  const { remove, setQuantity, revise } = useCart.getState()
  const capNews = { ...news, id: 'cap', name: 'Cap' }
  const leftAfter = (leave: () => void) => {
    useCart.setState({ items: [tee, cap], unseen: [news, capNews] })
    leave()
    return useCart.getState().unseen
  }
  expect(leftAfter(() => remove(tee))).toEqual([capNews])
  expect(leftAfter(() => remove({ id: 'tee' }))).toEqual([capNews])
  expect(leftAfter(() => setQuantity(tee, 0))).toEqual([capNews])
  expect(leftAfter(() => revise(() => ({ items: [{ ...tee, size: 'L' }, cap] })))).toEqual([capNews])
  expect(leftAfter(() => setQuantity(tee, 1))).toEqual([news, capNews])
})

test('what is added is not sold out, whatever the shopper was to be told; other news of it stays', () => {
  const dearer = { ...news, kind: 'price', from: 18_000, to: 18_500 } as const
  useCart.setState({ items: [{ ...tee, qtyAvailable: 0 }, cap], unseen: [news, dearer] })
  useCart.getState().add(tee)
  expect(useCart.getState().unseen).toEqual([dearer])
})

test('undoing too late does not duplicate a line that was added again', () => {
  const { remove, restore } = useCart.getState()
  useCart.setState({ items: [tee] })
  remove(tee)
  useCart.setState({ items: [{ ...tee, quantity: 1 }] })
  restore(tee, 0)
  expect(useCart.getState().items).toEqual([{ ...tee, quantity: 1 }])
})

test('undoing Clear Cart restores the same checkout, together with what has been added since', () => {
  const { add, clear } = useCart.getState()
  add(tee)
  useCart.setState({ unseen: [news] })
  const cleared = useCart.getState()
  clear()
  restoreCart(cleared)
  expect(useCart.getState()).toEqual(cleared)

  clear()
  add(cap)
  restoreCart(cleared)
  const { checkoutKey } = cleared
  expect(useCart.getState()).toMatchObject({
    items: [{ ...tee, quantity: 1 }, cap],
    checkoutKey,
    unseen: [news],
  })
})

test('undoing Clear Cart does not end a checkout that is being paid', () => {
  const { add, clear } = useCart.getState()
  add(tee)
  const cleared = useCart.getState()
  clear()
  add(cap)
  const { checkoutKey } = useCart.getState()
  useStartedPayments.getState().start({ reference: 'jara-1', checkoutKey, lines: [cap], owner: null })
  restoreCart(cleared)
  expect(useCart.getState()).toMatchObject({ items: [{ ...tee, quantity: 1 }, cap], checkoutKey })
})

test('undoing Clear Cart of a cart without a key keeps the key of what has been added since', () => {
  useCart.setState({ items: [tee] })
  const cleared = useCart.getState()
  cleared.clear()
  cleared.add(cap)
  const { checkoutKey } = useCart.getState()
  restoreCart(cleared)
  expect(useCart.getState()).toMatchObject({ items: [tee, cap], checkoutKey })
})

test('undoing Buy Now of what is in the cart returns its pieces', () => {
  useCart.setState({ items: [cap, { ...tee, quantity: 3 }] })
  const replaced = useCart.getState()
  replaced.clear()
  replaced.add(tee)
  restoreCart(replaced)
  expect(useCart.getState().items).toEqual([cap, { ...tee, quantity: 3 }])

  useCart.setState({ items: [{ ...tee, quantity: 4 }] })
  restoreCart(replaced)
  expect(useCart.getState().items).toEqual([cap, { ...tee, quantity: 4 }])
})

test('a cleared cart that is refilled is a new checkout, with its own key', { tags: ['4.16'] }, () => {
  const { add, clear, restore } = useCart.getState()
  add(tee)
  const before = useCart.getState().checkoutKey
  clear()
  expect(useCart.getState()).toMatchObject({ items: [], checkoutKey: '' })
  restore(tee, 0)
  restore(cap, 1)
  const after = useCart.getState()
  expect(after.items).toEqual([tee, cap])
  expect(after.checkoutKey).toMatch(/^[0-9a-f]{32}$/)
  expect(after.checkoutKey).not.toBe(before)
})

test('unusable stored entries are dropped, the rest is kept', { tags: ['3.5'] }, async () => {
  localStorage.setItem(
    'cart',
    JSON.stringify({
      state: {
        items: [
          tee,
          { ...cap, quantity: 0 },
          { ...cap, quantity: 21 },
          { ...bag, price: -1 },
          { id: 'bag' },
          null,
        ],
        checkoutKey: 7,
        unseen: [news, { ...news, id: 'bag' }, { ...news, kind: 'price' }, { kind: 'gone' }, null],
        checkedAtMs: 'never',
      },
      version: 1,
    }),
  )
  await useCart.persist.rehydrate()
  expect(useCart.getState()).toEqual(
    expect.objectContaining({ items: [tee], checkoutKey: '', unseen: [news], checkedAtMs: 0 }),
  )
})
