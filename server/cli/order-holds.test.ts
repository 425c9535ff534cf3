import { expect, test } from 'vitest'
import { listActs } from '#server/audit/store.ts'
import { checkLedger } from '#test/support/ledger.ts'
import { openOrderDesk } from '#test/support/order-desk.ts'
import { getOrderOf, initialize, pay, placeOrder, purchase, stockOf } from '#test/support/purchase.ts'

const { shop, owner } = openOrderDesk()
const TEES = [{ productId: 'tee', quantity: 3 }]
const numberOf = async (reference: string) => (await getOrderOf(shop, reference)).order.id

test('the owner sees who holds what, releases it, and blocks where it comes from', async () => {
  expect((await owner('holds')).out).toContain('Nothing is held.')
  const reference = await placeOrder(shop, TEES)
  const { out } = await owner('holds')
  expect(out).toContain('3 pieces in 1 unpaid order.')
  const network = /^([0-9a-f]{8}) /m.exec(out)?.[1] ?? 'no network'
  expect(JSON.parse((await owner('holds', '--json')).out)).toMatchObject({
    holds: [{ pieces: 3 }],
    blocked: [],
  })

  const released = await owner('cancel', await numberOf(reference), '--reason', 'invented address')
  expect(released).toMatchObject({ code: 0, out: expect.stringContaining('its goods are on sale again') })
  expect(await stockOf(shop, 'tee')).toEqual([99, 0, 0])
  const again = await owner('cancel', await numberOf(reference), '--reason', 'once more')
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('holds nothing: it is cancelled') })

  expect((await owner('block', '0000', '--reason', 'x')).err).toContain('came from a network "0000"')
  expect((await owner('block', network, '--hours', '2', '--reason', 'holds all tees')).code).toBe(0)
  const refused = await initialize(shop, purchase(TEES))
  expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED'])
  expect(refused.body.message).toMatch(/contact us/)
  expect((await owner('holds')).out).toContain(`Network ${network} is blocked until`)
  for (const name of ['', network.slice(0, 3)]) expect((await owner('unblock', name)).code).toBe(1)
  expect((await owner('unblock', network)).code).toBe(0)
  expect((await initialize(shop, purchase(TEES))).status).toBe(200)

  expect((await owner('block', network, '--hours', '2', '--reason', 'again')).code).toBe(0)
  shop.clock.now += 3 * 60 * 60_000
  expect((await initialize(shop, purchase(TEES))).status).toBe(200)
  const acts = await listActs(shop.db, { limit: 10 })
  expect(acts.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['order.cancel', 'network.block', 'network.unblock']),
  )
})

test('what was paid a moment ago is not released', async () => {
  const reference = await placeOrder(shop, TEES)
  await pay(shop, reference)
  const released = await owner('cancel', await numberOf(reference), '--reason', 'too long')
  expect(released.out).toContain('is paid, so its goods are sold.')
  await checkLedger(shop.db)
})
