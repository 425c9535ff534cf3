import { expect, test } from 'vitest'
import { checkouts } from '#server/db/schema/order.ts'
import { recentTries } from '#server/db/schema/shop.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { getOrderOf, initialize, newKey, passTime, placeOrder, purchase } from '#test/support/purchase.ts'
import { countEdit } from './start-limit.ts'

const scene = openPaymentScene()
const { shop } = scene

/** Counts calls to the provider from now on. */
function countCalls(call: 'verify' | 'start'): () => number {
  const { provider } = shop
  const ask = provider[call] as (...args: unknown[]) => unknown
  let calls = 0
  Object.assign(provider, {
    [call]: (...args: unknown[]) => {
      calls += 1
      return ask(...args)
    },
  })
  return () => calls
}

test('an endlessly edited checkout calls the provider 20 times a minute at most, whatever e-mail address it names', async () => {
  const key = newKey()
  const first = await placeOrder(shop, [{ productId: scene.tee }], { key })
  const verified = countCalls('verify')
  const started = countCalls('start')
  const edit = (quantity: number, email?: string) =>
    initialize(
      shop,
      purchase([{ productId: scene.tee, quantity }], email === undefined ? {} : { email }),
      key,
    )
  // After an edit that cannot be served, the first order stays, but it is verified again.
  for (let i = 0; i < 10; i++) expect((await edit(11, 'one@example.com')).status).not.toBe(200)
  expect((await getOrderOf(shop, first)).order.status).toBe('pending')
  for (let i = 0; i < 10; i++) expect((await edit(2 + (i % 2))).status).toBe(200)
  expect([verified(), started()]).toEqual([20, 10])
  const { status, body, headers } = await edit(2)
  expect([status, body.code, Number(headers.get('retry-after')) > 0]).toEqual([429, 'RATE_LIMITED', true])
  expect([verified(), started()]).toEqual([20, 10])
  passTime(shop, 2)
  expect((await edit(2)).status).toBe(200)
})

test('one client address edits its checkouts 300 times a minute at most', async () => {
  const { db, settings, now } = shop
  const edit = (startedFrom: string) => countEdit(db, settings, { checkoutId: newKey(), startedFrom }, now())
  await edit('here')
  // As if 299 had been counted by now.
  await db.update(recentTries).set({ triedAtMs: Array.from({ length: 299 }, () => now().getTime()) })
  await edit('here')
  await expect(edit('here')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await edit('elsewhere')
})

test('one client address starts 100 payments in ten seconds at most, whatever comes of them', async () => {
  const refused = () => initialize(shop, purchase([{ productId: scene.tee, quantity: 11 }]))
  expect((await refused()).status).toBe(409)
  const triedAtMs = Array.from({ length: 99 }, () => shop.clock.now)
  await shop.db.update(recentTries).set({ triedAtMs })
  expect((await refused()).status).toBe(409)
  expect((await refused()).status).toBe(429)
  passTime(shop, 1 / 6)
  expect((await refused()).status).toBe(409)
})

test('a refused start leaves no checkout, but counts as an attempt', async () => {
  const email = 'refused@example.com'
  const before = await shop.db.$count(checkouts)
  const responses = []
  for (let i = 0; i < 7; i++) {
    const { body } = await initialize(shop, purchase([{ productId: scene.tee, quantity: 11 }], { email }))
    responses.push(body.code)
  }
  const counted = Array.from({ length: 5 }, () => 'OUT_OF_STOCK')
  expect(responses).toEqual([...counted, 'RATE_LIMITED', 'RATE_LIMITED'])
  expect(await shop.db.$count(checkouts)).toBe(before)
})
