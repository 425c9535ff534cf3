import { beforeAll, expect, test } from 'vitest'
import { listActsOn } from '#server/audit/store.ts'
import type { Role } from '#shared/contract/permission.ts'
import { MINUTE_MS } from '#shared/duration.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { getOrderOf, passTime } from '#test/support/purchase.ts'
import { joinStaff, type StaffBrowser } from '#test/support/staff.ts'

const scene = openPaymentScene()
const { shop } = scene
const people = {} as Record<Role, StaffBrowser>
const LIMIT_KOBO = 1_000_000

beforeAll(async () => {
  shop.settings.refundLimit = LIMIT_KOBO
  for (const role of ['owner', 'manager', 'support', 'packer'] as const)
    people[role] = await joinStaff(shop, role)
})

async function paidOrder() {
  const reference = await scene.paid()
  const { order } = await getOrderOf(shop, reference)
  return { reference, id: order.id, path: `/order/${order.id}/refund` }
}
const wanted = (amount: number, more: object = {}) => ({
  amount,
  pieces: [],
  isRestocked: false,
  reason: 'came back torn',
  shown: { refunded: 0 },
  ...more,
})
const piece = [{ position: 0, quantity: 1 }]

test('pieces are refunded and put back on sale; the same act sent again is one refund, also after its response was lost', async () => {
  const { id, path } = await paidOrder()
  const key = { 'idempotency-key': crypto.randomUUID() }
  const body = wanted(9_000, { pieces: piece, isRestocked: true })
  const sent = () => people.manager.call('POST', path, body, key)
  const twice = await Promise.all([sent(), sent()])
  twice.push(await sent())
  expect(twice.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(twice.map(({ body: said }) => JSON.stringify(said))).size).toBe(1)
  // Nobody packs what is on sale again.
  expect((await people.packer.call('GET', `/order/${id}/parcel`)).body.left).toEqual([])
  const { body: toPack } = await people.packer.call('GET', '/order?view=to-pack')
  expect(toPack.orders.map((order: { id: string }) => order.id)).not.toContain(id)
  await shop.jobs.runDue()
  const { body: now } = await people.support.call('GET', path)
  expect(now).toMatchObject({
    paid: 15_500,
    refunded: 9_000,
    refusal: null,
    refunds: [{ number: 1, amount: 9_000, state: 'sent', pieces: [{ quantity: 1 }], isRestocked: true }],
    lines: [{ position: 0, quantity: 1, refunded: 1, restocked: 1 }],
  })
  expect(
    (await listActsOn(shop.db, 'order', id)).filter(({ action }) => action === 'order.refund'),
  ).toMatchObject([
    {
      actor: 'Manager',
      details: {
        before: { paid: 1_550_000, refunded: 0 },
        after: { paid: 1_550_000, refunded: 900_000 },
        reason: 'came back torn',
        pieces: '1: 1',
        isRestocked: true,
      },
    },
  ])
})

test('what lies in a packed parcel does not go back on sale', async () => {
  const { id, path } = await paidOrder()
  expect((await people.packer.act('POST', `/order/${id}/parcel`, {})).status).toBe(200)
  const restocked = await people.manager.act(
    'POST',
    path,
    wanted(9_000, { pieces: piece, isRestocked: true }),
  )
  expect(restocked).toMatchObject({ status: 409, body: { code: 'REFUSED' } })
  expect(restocked.body.message).toContain('is in a packed parcel')
  expect((await people.manager.act('POST', path, wanted(9_000, { pieces: piece }))).status).toBe(200)
  await shop.jobs.runDue()
})

test('a manager refunds up to the limit of an order, in however many parts; an owner more, confirming it', async () => {
  const { id, path } = await paidOrder()
  expect((await people.manager.act('POST', path, wanted(6_000))).status).toBe(200)
  await shop.jobs.runDue()
  const above = wanted(4_000.01, { shown: { refunded: 6_000 } })
  const refused = await people.manager.act('POST', path, above)
  expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  expect((await listActsOn(shop.db, 'order', id)).filter(({ hasFailed }) => hasFailed)).toMatchObject([
    { actor: 'Manager', action: 'order.refund' },
  ])
  const { body: audit } = await people.owner.call('GET', '/audit')
  expect(audit.acts[0].details).toEqual({ amount: '₦4,000.01', limit: '₦10,000' })
  shop.clock.now += 6 * MINUTE_MS
  const stale = await people.owner.act('POST', path, above)
  expect(stale).toMatchObject({ status: 403, body: { code: 'FRESH_SIGN_IN_NEEDED' } })
  expect((await people.owner.act('POST', path, wanted(4_000, { shown: { refunded: 6_000 } }))).status).toBe(
    200,
  )
  await shop.jobs.runDue()
  const fresh = await joinStaff(shop, 'owner', 'Fresh')
  expect((await fresh.act('POST', path, wanted(5_500, { shown: { refunded: 10_000 } }))).status).toBe(200)
  await shop.jobs.runDue()
})

test('what was shown must still be so; what is not paid, or more than is left, is refused in words', async () => {
  const { path } = await paidOrder()
  for (const role of ['support', 'packer'] as const)
    expect((await people[role].act('POST', path, wanted(1))).status).toBe(403)
  expect((await people.packer.call('GET', path)).status).toBe(403)
  const { refund: ask } = shop.provider
  shop.provider.refund = async () => ({ kind: 'unavailable' })
  expect((await people.owner.act('POST', path, wanted(100))).status).toBe(200)
  // Nobody knows yet whether the first has arrived.
  expect(await people.owner.act('POST', path, wanted(100, { shown: { refunded: 100 } }))).toMatchObject({
    status: 409,
    body: { code: 'REFUSED', message: expect.stringContaining('is still being refunded') },
  })
  shop.provider.refund = ask
  passTime(shop, 1)
  await shop.jobs.runDue()
  expect(await people.owner.act('POST', path, wanted(100))).toMatchObject({
    status: 409,
    body: { code: 'CHANGED_MEANWHILE', details: { refunded: 100 } },
  })
  const shown = { shown: { refunded: 100 } }
  const signedIn = await joinStaff(shop, 'owner', 'Signed in')
  for (const [amount, more] of [
    [15_400.01, shown],
    [1, { ...shown, pieces: [{ position: 7, quantity: 1 }] }],
    [1, { ...shown, pieces: [{ position: 0, quantity: 2 }] }],
    [1, { ...shown, pieces: [...piece, ...piece] }],
    [1, { ...shown, isRestocked: true }],
  ] as const) {
    const said = await signedIn.act('POST', path, wanted(amount, more))
    expect({ amount, more, status: said.status, code: said.body.code }).toMatchObject({
      status: 409,
      code: 'REFUSED',
    })
  }
  for (const body of [wanted(0), wanted(-1), wanted(0.001), wanted(1, { reason: ' ' })])
    expect((await people.owner.act('POST', path, body)).status).toBe(400)
  expect((await people.owner.act('POST', '/order/nobody/refund', wanted(1))).status).toBe(404)
})
