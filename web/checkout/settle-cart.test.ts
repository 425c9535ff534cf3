import { beforeEach, expect, test } from 'vitest'
import type { CartItem } from '#shared/cart.ts'
import type { CartChange } from '#shared/cart-change.ts'
import { stubLocalStorage } from '#test/support/local-storage.ts'
import { useCart } from '#web/state/cart.ts'
import { BLANK_DRAFT, useCheckoutDraft } from '#web/state/checkout-draft.ts'
import { useStartedPayments } from '#web/state/started-payment.ts'
import { settleCart } from './settle-cart.ts'

const entries = stubLocalStorage()

const ada = { id: 'u1', fullName: 'Ada Obi' }
const bayo = { id: 'u2', fullName: 'Bayo Ade' }
const typed = { ...BLANK_DRAFT, fullName: 'Bayo Ade', address: '1 Allen Avenue' }
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

beforeEach(() => {
  entries.clear()
  useCart.setState({ items: [tee], checkoutKey: 'a-wish' })
  useStartedPayments.setState({ started: [], cleared: [] })
})

function settlePaymentOf(payer: typeof ada | null, typist: typeof ada | null) {
  useStartedPayments
    .getState()
    .start({ reference: 'jara-1', checkoutKey: 'a-wish', lines: [tee], owner: payer?.id ?? null })
  useCheckoutDraft.getState().save(typed, typist)
  settleCart('jara-1')
}

test.each([
  ['a guest', null, null],
  ['a member', ada, ada],
  ['a guest who signed in meanwhile', null, ada],
])('what %s has bought leaves the cart, and what they typed the browser', (_who, payer, typist) => {
  settlePaymentOf(payer, typist)
  expect(useCart.getState().items).toEqual([])
  expect(useCheckoutDraft.getState().fields).toEqual(BLANK_DRAFT)
})

test.each([
  ['another member', bayo],
  ['a guest', null],
])('what %s has typed since stays', (_who, typist) => {
  settlePaymentOf(ada, typist)
  expect(useCart.getState().items).toEqual([])
  expect(useCheckoutDraft.getState().fields).toEqual(typed)
})

test('what has not been bought becomes a new checkout at once: other tabs never see an empty cart', () => {
  useCart.setState({ items: [{ ...tee, quantity: 3 }] })
  const seen: unknown[] = []
  const stop = useCart.subscribe(({ items, checkoutKey }) => seen.push([items, checkoutKey]))
  settlePaymentOf(null, null)
  stop()
  expect(seen).toEqual([[[{ ...tee, quantity: 1 }], expect.stringMatching(/^[0-9a-f]{32}$/)]])
})

test('what has not been bought stays, with the changes that the shopper has not seen', () => {
  const news = {
    id: 'p1',
    name: 'Danfo Tee',
    color: 'Black',
    size: 'M',
    kind: 'price',
    from: 11_000,
    to: 12_000,
  }
  useCart.setState({ items: [{ ...tee, quantity: 3 }], unseen: [news as CartChange] })
  settlePaymentOf(null, null)
  expect(useCart.getState()).toMatchObject({ items: [{ ...tee, quantity: 1 }], unseen: [news] })
})
