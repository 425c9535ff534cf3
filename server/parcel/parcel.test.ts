import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { changeSetting, readSetting } from '#server/audit/owner-setting.ts'
import { listActsOn } from '#server/audit/store.ts'
import { transact } from '#server/db/retry.ts'
import type { Database } from '#server/db/rows.ts'
import { outbox } from '#server/db/schema/mail.ts'
import { paymentAttempts } from '#server/db/schema/payment.ts'
import { settings } from '#server/db/schema/shop.ts'
import { openIssue } from '#server/order/issue-store.ts'
import type { OrderParcels } from '#shared/contract/admin/parcel.ts'
import type { Role } from '#shared/contract/permission.ts'
import { MINUTE_MS } from '#shared/duration.ts'
import { meetAtLock } from '#test/support/lock-wait.ts'
import { addOrder } from '#test/support/order.ts'
import { mailsTo } from '#test/support/purchase.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { joinStaff, type SignedInMember } from '#test/support/staff.ts'
import { PARCEL_MAILS, type ParcelMails } from './mail-setting.ts'

const shop = openShopScene()
const people = {} as Record<Role, SignedInMember>
beforeAll(async () => {
  for (const role of ['owner', 'packer', 'support', 'accountant'] as const)
    people[role] = await joinStaff(shop, role)
})

let placed = 0
/** A paid order with these quantities of its lines. */
async function paidOrder(...quantities: number[]): Promise<{ id: string; email: string }> {
  placed += 1
  shop.clock.now += 1
  const email = `buyer-${placed}@example.ng`
  const { id } = await addOrder(shop, { email, status: 'paid', quantities })
  return { id, email }
}

type Answer = { status: number; body: OrderParcels & { code?: string; message?: string } }
const act = (who: SignedInMember, path: string, body: object): Promise<Answer> => who.act('POST', path, body)
const pack = (id: string, body: object = {}, who = people.packer) => act(who, `/order/${id}/parcel`, body)
const send = (id: string, body: object = {}, who = people.packer) =>
  act(who, `/parcel/${id}/send`, { courier: 'gig', ...body })
const step = (id: string, verb: 'deliver' | 'return' | 'undo', shown: string, who = people.packer) =>
  act(who, `/parcel/${id}/${verb}`, { shown })
const packedId = async (orderId: string, body: object = {}) => {
  const { status, body: known } = await pack(orderId, body)
  expect(status).toBe(200)
  return known.parcels.at(-1)?.id ?? ''
}
const stageOf = async (id: string) => (await people.owner.call('GET', `/order/${id}`)).body.stage
const view = async (name: string) =>
  (await people.owner.call('GET', `/order?view=${name}&limit=100`)).body.orders.map(
    (each: { id: string }) => each.id,
  )
const parcelMails = async (orderId: string) =>
  (await shop.db.select().from(outbox).where(eq(outbox.orderId, orderId)).orderBy(outbox.createdAt)).map(
    ({ kind, sentAt }) => [kind, sentAt !== null],
  )
async function passUndo(): Promise<void> {
  shop.clock.now += 2 * MINUTE_MS
  await shop.jobs.runDue()
}

test('pack, send, delivered: lists, Today and history follow, and the buyer is mailed of each', async () => {
  const { id, email } = await paidOrder(2)
  expect([await stageOf(id), (await view('to-pack')).includes(id)]).toEqual(['to-pack', true])
  const today = async () => (await people.packer.call('GET', '/today')).body.work
  const before = await today()

  const packed = await pack(id, { shown: 0 })
  expect(packed.body).toMatchObject({
    parcels: [{ number: 1, state: 'packed', packedBy: 'Packer', lines: [{ position: 0, quantity: 2 }] }],
    left: [],
    obstacles: [],
  })
  const parcelId = packed.body.parcels[0]?.id ?? ''
  expect(await today()).toEqual({ toPack: before.toPack - 1, toSend: before.toSend + 1 })
  expect([await stageOf(id), await view('to-send')]).toEqual(['to-send', [id]])

  const sent = await send(parcelId, { courier: 'dhl', tracking: 'AB 12' })
  expect(sent.body.parcels[0]).toMatchObject({
    state: 'sent',
    sentBy: 'Packer',
    trackingUrl: 'https://www.dhl.com/ng-en/home/tracking.html?tracking-id=AB%2012',
    canUndo: true,
  })
  expect([await stageOf(id), await view('sent')]).toEqual(['sent', [id]])
  await passUndo()
  expect((await step(parcelId, 'deliver', 'sent')).body.parcels[0]).toMatchObject({ state: 'delivered' })
  await passUndo()
  expect([await stageOf(id), await view('sent')]).toEqual(['delivered', []])
  expect(await parcelMails(id)).toEqual([
    ['order_sent', true],
    ['order_delivered', true],
  ])
  const [onItsWay, delivered] = await mailsTo(shop, email)
  expect(onItsWay?.subject).toMatch(/is on its way$/)
  expect(onItsWay?.textBody).toMatch(
    /DHL brings it under the number AB 12[\s\S]*tracking-id=AB%2012[\s\S]*\/receipt\//,
  )
  expect(delivered?.subject).toMatch(/was delivered$/)
  const acts = (await listActsOn(shop.db, 'parcel', id)).map(({ action, actor, details }) => [
    action,
    actor,
    details.state,
  ])
  expect(acts).toEqual([
    ['parcel.pack', 'Packer', undefined],
    ['parcel.send', 'Packer', ['packed', 'sent']],
    ['parcel.deliver', 'Packer', ['sent', 'delivered']],
  ])
})

test('an order goes out in several parcels, by line and quantity, and never more than was bought', async () => {
  const { id } = await paidOrder(3, 1)
  const tooMuch = await pack(id, {
    lines: [
      { position: 0, quantity: 2 },
      { position: 0, quantity: 2 },
    ],
  })
  expect([tooMuch.status, tooMuch.body.message]).toEqual([409, 'Of line 1 only 3 pieces are left to pack.'])
  expect((await pack(id, { lines: [{ position: 7, quantity: 1 }] })).status).toBe(409)
  await packedId(id, { lines: [{ position: 0, quantity: 2 }] })
  expect(await stageOf(id)).toBe('to-pack')
  const rest = await pack(id)
  expect(rest.body).toMatchObject({
    parcels: [
      { number: 1 },
      {
        number: 2,
        lines: [
          { position: 0, quantity: 1 },
          { position: 1, quantity: 1 },
        ],
      },
    ],
    left: [],
  })
  expect((await pack(id)).body.message).toMatch(/in parcels already/)
  expect(await stageOf(id)).toBe('to-send')
  for (const parcel of rest.body.parcels) await send(parcel.id)
  await passUndo()
  expect(await parcelMails(id)).toEqual([
    ['order_sent', true],
    ['order_sent', true],
  ])
})

test('what came back and is packed once more does not stand in for what was never packed', async () => {
  const { id } = await paidOrder(2)
  const one = { lines: [{ position: 0, quantity: 1 }] }
  const parcel = await packedId(id, one)
  await send(parcel)
  await people.packer.act('POST', `/parcel/${parcel}/return`, { shown: 'sent' })
  await pack(id, one)
  expect(await stageOf(id)).toBe('to-pack')
  expect((await pack(id)).body).toMatchObject({ parcels: [{}, {}, one], left: [] })
  expect(await stageOf(id)).toBe('to-send')
})

test('each step can be taken back until its mail is tried, and then no more', async () => {
  const { id, email } = await paidOrder(1)
  const parcelId = await packedId(id)
  await send(parcelId)
  const undone = await step(parcelId, 'undo', 'sent')
  expect(undone.body.parcels[0]).toMatchObject({ state: 'packed', courier: null, sentAt: null })
  await passUndo()
  expect(await mailsTo(shop, email)).toEqual([])
  expect((await step(parcelId, 'undo', 'packed')).body.parcels).toEqual([])
  expect(await stageOf(id)).toBe('to-pack')

  const again = await packedId(id)
  await send(again)
  await passUndo()
  const late = await step(again, 'undo', 'sent')
  expect([late.status, late.body.message]).toEqual([
    409,
    'The buyer has been mailed about it already, so it cannot be undone.',
  ])
  expect((await mailsTo(shop, email)).length).toBe(1)
  await step(again, 'deliver', 'sent')
  expect((await step(again, 'undo', 'delivered')).body.parcels[0]).toMatchObject({ state: 'sent' })
})

test('whoever is second is told, and nothing is done twice', async () => {
  const { id } = await paidOrder(1)
  const parcelId = await packedId(id)
  const second = await pack(id, { shown: 0 }, people.support)
  expect([second.status, second.body.code, second.body.message]).toEqual([
    409,
    'CHANGED_MEANWHILE',
    expect.stringMatching(/^Packer packed of order #\w+ meanwhile/),
  ])
  await send(parcelId)
  const sentTwice = await send(parcelId, {}, people.support)
  expect([sentTwice.status, sentTwice.body.message]).toEqual([
    409,
    expect.stringMatching(/is sent by Packer\. Please look again/),
  ])
  expect((await step(parcelId, 'return', 'delivered')).status).toBe(409)
  expect((await step('nothing', 'deliver', 'sent')).status).toBe(404)
})

test('what came back may be packed once more, and is not awaited', async () => {
  const { id } = await paidOrder(1)
  const parcelId = await packedId(id)
  await send(parcelId)
  const back = await step(parcelId, 'return', 'sent')
  expect(back.body).toMatchObject({ parcels: [{ state: 'returned' }], left: [{ position: 0, quantity: 1 }] })
  expect([await stageOf(id), (await view('to-pack')).includes(id)]).toEqual(['returned', false])
  await packedId(id)
  const undo = await step(parcelId, 'undo', 'returned')
  expect([undo.status, undo.body.message]).toEqual([409, expect.stringMatching(/in another parcel/)])
})

test('nothing goes out that is unpaid; what is refunded or disputed, only if somebody says so', async () => {
  const { id: unpaid } = await addOrder(shop, { email: 'unpaid@example.ng' })
  expect((await pack(unpaid, {}, people.owner)).body.message).toMatch(/is not paid/)
  const obstacles = {
    refunded: (id: string) =>
      shop.db.update(paymentAttempts).set({ state: 'refund_sent' }).where(eq(paymentAttempts.orderId, id)),
    disputed: (id: string) => transact(shop.db, (tx) => openIssue(tx, id, { kind: 'disputed' }, shop.now())),
  }
  for (const [obstacle, put] of Object.entries(obstacles)) {
    const { id } = await paidOrder(1)
    await put(id)
    expect((await view('to-pack')).includes(id)).toBe(false)
    const refused = await pack(id)
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/should not be sent/)])
    const packed = await pack(id, { anyway: true })
    expect(packed.body.obstacles).toEqual([obstacle])
    const parcelId = packed.body.parcels[0]?.id ?? ''
    expect((await view('to-send')).includes(id)).toBe(false)
    expect((await send(parcelId)).status).toBe(409)
    expect((await send(parcelId, { anyway: true })).status).toBe(200)
  }
})

test.each([
  [{ courier: '' }, 'courier'],
  [{ tracking: 'http://evil.example' }, 'tracking'],
  [{ courier: 'kwik', riderPhone: '12' }, 'riderPhone'],
])('a form that cannot be right is refused: %j', async (body, field) => {
  const { status, body: refused } = await send('any', body)
  expect([status, Object.keys((refused as { fields?: object }).fields ?? {})]).toEqual([400, [field]])
})

test('an accountant sees where parcels are, and neither numbers nor phones', async () => {
  const { id } = await paidOrder(1)
  await send(await packedId(id), {
    courier: 'kwik',
    tracking: 'https://kwik.example/t/9',
    riderPhone: '0803 111 2222',
  })
  const see = async (who: SignedInMember) => (await who.call('GET', `/order/${id}/parcel`)).body.parcels[0]
  expect(await see(people.packer)).toMatchObject({
    riderPhone: '+2348031112222',
    trackingUrl: 'https://kwik.example/t/9',
  })
  expect(await see(people.accountant)).toMatchObject({
    state: 'sent',
    tracking: '',
    trackingUrl: null,
    riderPhone: '',
  })
})

test('a mail that waits on purpose, so that a step can be undone, is no trouble with mails', async () => {
  await shop.db.transaction((tx) =>
    changeSetting(tx, PARCEL_MAILS, { actor: 'ngozi' }, { wanted: { undoForS: 3_600 } }, shop.now()),
  )
  const { id } = await paidOrder(1)
  expect((await send(await packedId(id))).status).toBe(200)
  shop.clock.now += 10 * MINUTE_MS
  await shop.jobs.runDue()
  const { body } = await people.owner.call('GET', '/today')
  expect(body.needs.map((need: { orderId: string }) => need.orderId)).not.toContain(id)
  expect(body.health.mailsWaiting).toBe(0)
})

test('two settings about mails that are changed at once are both kept', async () => {
  const change = (tx: Database, wanted: Partial<ParcelMails>) =>
    changeSetting(tx, PARCEL_MAILS, { actor: 'ngozi' }, { wanted }, shop.now())
  await transact(shop.db, (tx) => change(tx, { undoForS: 60, late: false }))
  await meetAtLock(shop.db, {
    first: (tx) => tx.select().from(settings).for('update'),
    others: [{ undoForS: 120 }, { late: true }].map(
      (wanted) => () => transact(shop.db, (tx) => change(tx, wanted)),
    ),
  })
  expect(await readSetting(shop.db, PARCEL_MAILS)).toMatchObject({ undoForS: 120, late: true })
})
