import { beforeEach, expect, test, vi } from 'vitest'
import type { CartItem } from '#shared/cart.ts'
import { QUERY_CACHE_MS } from '#shared/limits.ts'
import { stubLocalStorage } from '#test/support/local-storage.ts'
import { createApi } from '#web/data/api.ts'
import { useCart } from '#web/state/cart.ts'
import { checkCart } from './check-cart.ts'

stubLocalStorage()

const tee: CartItem = {
  id: 'tee',
  name: 'Eko Tee',
  price: 18_500,
  image: '/tee.jpg',
  color: 'black',
  size: 'M',
  quantity: 1,
  qtyAvailable: 5,
}
const cap: CartItem = { ...tee, id: 'cap', name: 'Cap', price: 7_000 }
const prices = () => useCart.getState().items.map(({ price }) => price)
const settled = () => new Promise((done) => setImmediate(done))

/** A shop whose prices are a naira higher with every check; it responds when the test says so, null fails. */
function shop() {
  const requested: string[][] = []
  const waiting: ((response: Response) => void)[] = []
  const api = createApi((_, init) => {
    const { productIds } = JSON.parse(String(init?.body))
    requested.push(productIds)
    return new Promise((resolve) => waiting.push(resolve))
  })
  return {
    check: (maxAgeMs?: number) => checkCart(api, maxAgeMs),
    requested,
    respond: async (isUp = true) => {
      const products = requested.at(-1)?.map((id) => {
        const { name, price } = id === 'tee' ? tee : cap
        const stock = [{ color: 'black', size: 'M', quantity: 5 }]
        return { id, name, price: price + requested.length, stock, images: [] }
      })
      waiting.shift()?.(isUp ? Response.json({ products }) : new Response(null, { status: 502 }))
      await settled()
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: 60 * QUERY_CACHE_MS, toFake: ['Date'] })
  useCart.setState({ items: [tee], checkedAtMs: 0, unseen: [] })
  return () => vi.useRealTimers()
})

test('the page and the cart together ask once, and so do all within a minute', async () => {
  const { check, requested, respond } = shop()
  const both = Promise.all([check(), check()])
  await respond()
  await both
  await check()
  expect(requested).toEqual([['tee']])
  expect(prices()).toEqual([18_501])
  vi.advanceTimersByTime(QUERY_CACHE_MS)
  const later = check()
  await respond()
  await later
  expect(requested).toHaveLength(2)
})

test("a checkout's own check follows one that is under way, once for all that wait", async () => {
  const { check, requested, respond } = shop()
  const all = [check(), check(0), check(0), check()]
  await respond()
  expect(requested).toHaveLength(2)
  await respond()
  await Promise.all(all)
  expect(requested).toHaveLength(2)
  expect(prices()).toEqual([18_502])
})

test('a line added while a check is under way is checked next, by whatever look into the cart', async () => {
  const { check, requested, respond } = shop()
  const first = check()
  useCart.setState({ items: [tee, cap] })
  const second = check()
  await respond()
  expect(requested).toEqual([['tee'], ['tee', 'cap']])
  expect(useCart.getState().checkedAtMs).toBe(0)
  await respond()
  await Promise.all([first, second])
  expect(prices()).toEqual([18_502, 7_002])
  expect(useCart.getState().checkedAtMs).toBe(Date.now())
})

test('a response that does not know a line leaves the cart unchecked for the next page', async () => {
  const { check, requested, respond } = shop()
  const first = check()
  useCart.setState({ items: [tee, cap] })
  await respond()
  await first
  const next = check()
  await respond()
  await next
  expect(requested).toEqual([['tee'], ['tee', 'cap']])
})

test('a check without a response is not repeated by itself', async () => {
  const { check, requested, respond } = shop()
  const first = check()
  await respond(false)
  await first
  expect(requested).toHaveLength(1)
  const again = check()
  await respond()
  await again
  expect(prices()).toEqual([18_502])
})
