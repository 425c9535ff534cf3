import { beforeEach, expect, test, vi } from 'vitest'
import type { CheckedProduct } from '#shared/contract/order.ts'
import { QUERY_CACHE_MS } from '#shared/limits.ts'
import { stubLocalStorage } from '#test/support/local-storage.ts'
import { createApi } from '#web/data/api.ts'
import { useWishlist } from '#web/state/wishlist.ts'
import { checkWishlist } from './check-wishlist.ts'

stubLocalStorage()

const tee = { id: 'tee', name: 'Eko Tee', price: 18_500, image: '/tee.jpg', qtyAvailable: 5 }
const stock = [
  { color: 'black', size: 'S', quantity: 2 },
  { color: 'black', size: 'M', quantity: 1 },
]
const images = [
  { color: '', image: '/tee.jpg' },
  { color: 'blue', image: '/blue.jpg' },
]
const dearer: CheckedProduct = { id: 'tee', name: 'Eko Tee', price: 21_000, stock, images }
const wished = () => useWishlist.getState().items

/** A shop that gives each of these responses in turn, then the last one; null fails. */
function responding(...responses: (CheckedProduct[] | null)[]) {
  let requested = 0
  const api = createApi(async () => {
    const products = responses[Math.min(requested, responses.length - 1)]
    requested += 1
    return products ? Response.json({ products }) : new Response(null, { status: 502 })
  })
  return { check: () => checkWishlist(api), requested: () => requested }
}

// The last check of each test is long ago for the next.
let now = Date.now()
beforeEach(() => {
  now += 60 * QUERY_CACHE_MS
  vi.useFakeTimers({ now })
  useWishlist.setState({ items: [tee] })
  return () => vi.useRealTimers()
})

test('a wishlist item gets the current price and stock; one that is no longer sold says so', async () => {
  useWishlist.setState({ items: [tee, { ...tee, id: 'gone' }] })
  const { check } = responding([dearer])
  await check()
  expect(wished()).toEqual([
    { ...tee, price: 21_000, qtyAvailable: 3 },
    { ...tee, id: 'gone', qtyAvailable: 0, isGone: true },
  ])
  useWishlist.setState({ items: [{ ...tee, isGone: true }] })
  vi.advanceTimersByTime(QUERY_CACHE_MS)
  await check()
  expect(wished()).toEqual([{ ...tee, price: 21_000, qtyAvailable: 3 }])
})

test('a product wished for in a colour shows the picture of that colour', async () => {
  useWishlist.setState({ items: [{ ...tee, color: 'blue' }] })
  await responding([dearer]).check()
  expect(wished()[0]).toMatchObject({ color: 'blue', image: '/blue.jpg' })
})

test('a check that failed does not hold up the next; one that succeeded does for a minute', async () => {
  const { check, requested } = responding(null, [dearer])
  await check()
  expect(wished()).toEqual([tee])
  await check()
  expect(wished()[0]?.price).toBe(21_000)
  await check()
  expect(requested()).toBe(2)
  vi.advanceTimersByTime(QUERY_CACHE_MS)
  await check()
  expect(requested()).toBe(3)
})

test('the home page and the panel together ask once', async () => {
  const { check, requested } = responding([dearer])
  await Promise.all([check(), check()])
  expect(requested()).toBe(1)
})
