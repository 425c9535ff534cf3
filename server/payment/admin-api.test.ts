import { beforeAll, describe, expect, test } from 'vitest'
import { listActsOn } from '#server/audit/store.ts'
import type { Role } from '#shared/contract/permission.ts'
import { orderNumber } from '#shared/order-number.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { getOrderOf, mailsTo, pay, placeOrder, stockOf } from '#test/support/purchase.ts'
import { joinStaff, type StaffBrowser } from '#test/support/staff.ts'
import { settle } from './settle/settle.ts'

const scene = openPaymentScene()
const { shop } = scene
const people = {} as Record<Role, StaffBrowser>
const REASON = { reason: 'asked for by phone' }

beforeAll(async () => {
  for (const role of ['owner', 'support', 'packer', 'accountant'] as const)
    people[role] = await joinStaff(shop, role)
})

const started = () => placeOrder(shop, [{ productId: scene.tee }])
const idOf = async (reference: string) => (await getOrderOf(shop, reference)).order.id

describe('an unpaid order', () => {
  const cancel = async (reference: string, by = people.support) =>
    by.act('POST', `/order/${await idOf(reference)}/cancel`, REASON)

  test('is cancelled with its hold, its mail and the audit entry; a later success follows the rule of late ones', async () => {
    const reference = await started()
    const [available, held] = await stockOf(shop, scene.tee)
    expect((await cancel(reference, people.packer)).status).toBe(403)
    expect(await cancel(reference)).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    expect(await stockOf(shop, scene.tee)).toEqual([available! + held!, 0, 0])
    expect(await scene.state(reference)).toEqual(['cancelled', 'expired'])
    const { order } = await getOrderOf(shop, reference)
    expect(await listActsOn(shop.db, 'order', order.id)).toMatchObject([
      {
        actor: 'Support',
        action: 'order.cancel',
        details: { before: { status: 'pending' }, after: { status: 'cancelled' }, ...REASON },
      },
    ])
    await shop.jobs.runDue()
    const mails = await mailsTo(shop, order.email)
    expect(mails.map(({ subject }) => subject)).toEqual([`Order #${orderNumber(order.id)} is cancelled`])
    expect(mails[0]?.textBody).toContain('We have cancelled this order before it was paid.')
    expect((await cancel(reference)).body).toMatchObject({
      code: 'REFUSED',
      message: expect.stringContaining('holds nothing: it is cancelled'),
    })
    await pay(shop, reference)
    await settle(shop, reference, 'webhook')
    expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
  })

  test('that was paid a moment ago is paid; one that nobody can ask about is left alone; sent twice, it is one act', async () => {
    const paid = await scene.paidWithoutEvent()
    expect(await cancel(paid)).toMatchObject({ status: 200, body: { status: 'paid' } })
    const unknown = await started()
    shop.sandbox.faults.set({ target: 'verify', kind: 'error500' })
    expect(await cancel(unknown)).toMatchObject({ status: 409, body: { code: 'REFUSED' } })
    shop.sandbox.faults.clear()
    expect(await scene.state(unknown)).toEqual(['pending', 'started'])
    shop.clock.now += 60_000
    const key = { 'idempotency-key': crypto.randomUUID() }
    const path = `/order/${await idOf(unknown)}/cancel`
    const twice = await Promise.all([1, 2].map(() => people.owner.call('POST', path, REASON, key)))
    expect(twice.map(({ body }) => body)).toEqual([{ status: 'cancelled' }, { status: 'cancelled' }])
    expect(await scene.mailKinds(unknown)).toEqual(['order_cancelled'])
  })
})

test('a paid order is held back until it is let go, and nobody packs it meanwhile, not even on purpose', async () => {
  const id = await idOf(await scene.paid())
  const hold = (reason: string | null, shown: string | null, by = people.support) =>
    by.act('PUT', `/order/${id}/hold-back`, { reason, shown })
  expect((await hold('wrong size', null, people.packer)).status).toBe(403)
  expect(await hold('wrong size', null)).toMatchObject({ status: 200, body: { heldBack: 'wrong size' } })
  expect((await hold('another reason', null)).body).toMatchObject({
    code: 'CHANGED_MEANWHILE',
    details: { heldBack: 'wrong size' },
  })
  const { body: seen } = await people.packer.call('GET', `/order/${id}`)
  expect(seen.heldBack).toBe('wrong size')
  const { body: list } = await people.packer.call('GET', '/order?view=to-pack')
  expect(list.orders.map((order: { id: string }) => order.id)).not.toContain(id)
  const pack = () => people.packer.act('POST', `/order/${id}/parcel`, { shown: 0, anyway: true })
  expect(await pack()).toMatchObject({ status: 409, body: { details: { obstacles: ['held-back'] } } })
  expect((await hold(null, 'wrong size')).status).toBe(200)
  expect((await hold(null, null)).body.message).toContain('is not held back')
  expect((await pack()).status).toBe(200)
  const acts = await listActsOn(shop.db, 'order', id)
  expect(acts.map(({ action }) => action).filter((action) => /hold-back|let-go/.test(action))).toEqual([
    'order.hold-back',
    'order.let-go',
  ])
  const unpaid = await idOf(await started())
  const refused = await people.owner.act('PUT', `/order/${unpaid}/hold-back`, { reason: 'x', shown: null })
  expect(refused.body.message).toContain('only a paid order is packed')
})

test('only the provider’s word of this moment says that an order is paid, whatever it is asked by', async () => {
  const ask = async (what: string, by = people.packer) => {
    const { status, body } = await by.call('POST', '/paid', { what })
    expect(status).toBe(200)
    return body.found.map(({ verdict }: { verdict: string }) => verdict)
  }
  const paid = await scene.paid()
  const id = await idOf(paid)
  for (const what of [paid, id, orderNumber(id), `#${orderNumber(id)}`])
    expect(await ask(what)).toEqual(['paid'])
  expect(await ask('15,500')).toContain('paid')
  // The shop did not know it yet.
  expect(await ask(await scene.paidWithoutEvent())).toEqual(['paid'])
  const unpaid = await started()
  expect(await ask(unpaid)).toEqual(['not-paid'])
  const { body: toPacker } = await people.packer.call('POST', '/paid', { what: unpaid })
  expect(toPacker.found).toMatchObject([{ orderId: null, total: null }])
  const { body: toAccountant } = await people.accountant.call('POST', '/paid', { what: unpaid })
  expect(toAccountant.found).toMatchObject([{ orderId: await idOf(unpaid), total: 15_500 }])
  shop.sandbox.faults.set({ target: 'verify', kind: 'error500' })
  expect(await ask(paid)).toEqual(['unsure'])
  shop.sandbox.faults.clear()
  shop.clock.now += 60_000
  await shop.sandbox.advance(paid, 'reversed')
  expect(await ask(paid)).toEqual(['returned'])
  expect(await ask('jara-no-such-reference')).toEqual([])
  expect((await people.packer.call('POST', '/paid', { what: ' ' })).status).toBe(400)
})
