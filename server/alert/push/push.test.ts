import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { transact } from '#server/db/retry.ts'
import { alerts } from '#server/db/schema/alert.ts'
import { outbox } from '#server/db/schema/mail.ts'
import { staffPushSubscriptions, staffSessions } from '#server/db/schema/staff.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/duration.ts'
import { orderNumber } from '#shared/order-number.ts'
import { PASSWORD } from '#test/support/login.ts'
import { openPushService, type PushDevice } from '#test/support/push-service.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { invite, joinStaff, openStaffBrowser, type SignedInMember } from '#test/support/staff.ts'
import { raiseAlert } from '../raise.ts'
import { claimDuePushes } from './store.ts'

const shop = openShopScene()

let service: Awaited<ReturnType<typeof openPushService>>
beforeAll(async () => {
  service = await openPushService()
})
afterAll(() => service.close())
beforeEach(async () => {
  await shop.db.delete(staffPushSubscriptions)
  await shop.jobs.runDue()
  service.arrived.length = 0
  // A Tuesday noon in Lagos, a day later for each test.
  shop.clock.now = Math.max(Date.parse('2027-03-02T11:00:00Z'), shop.clock.now + DAY_MS)
})

async function enrol(member: SignedInMember): Promise<PushDevice> {
  const device = service.newDevice()
  expect((await member.act('POST', '/push', device.subscription)).status).toBe(200)
  return device
}

let orders = 0
const raisePaid = () => {
  orders += 1
  const orderId = `${newId()}${String(orders).padStart(5, '0')}`
  const facts = { kind: 'order-paid', orderId, total: 1_550_000, units: 2, place: 'Lekki' } as const
  return transact(shop.db, (tx) => raiseAlert(tx, shop, orderId, facts)).then(() => orderId)
}
const raiseDispute = () => {
  const orderId = newId()
  return transact(shop.db, (tx) =>
    raiseAlert(tx, shop, orderId, { kind: 'disputed', orderId, total: 1_550_000 }),
  )
}

test('owners and managers enrol their devices, which get an order encrypted for them, once; others cannot', async () => {
  const owner = await joinStaff(shop, 'owner', 'push-owner')
  const devices = [await enrol(owner), await enrol(await joinStaff(shop, 'manager', 'push-manager'))]
  const orderId = await raisePaid()
  await shop.jobs.runDue()
  await shop.jobs.runDue()
  for (const { received } of devices) {
    expect(received()).toEqual([
      {
        title: `₦15,500: new order #${orderNumber(orderId)}`,
        text: '2 items for Lekki, paid.',
        path: `/orders/${orderId}`,
        tag: expect.any(String),
      },
    ])
  }
  expect(service.arrived[0]?.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    urgency: 'normal',
    authorization: expect.stringMatching(/^vapid t=[\w.-]+, k=[\w-]+$/),
  })
  expect(String(service.arrived[0]?.body)).not.toContain('Lekki')
  const { body } = await owner.call('GET', '/push')
  expect(body.devices).toMatchObject([{ device: 'Chrome on Android' }])
  expect((await (await joinStaff(shop, 'packer', 'push-packer')).call('GET', '/push')).status).toBe(403)
})

test('from 22 to 7 in Lagos a device does not ring, but for a dispute; the orders of a night are one message', async () => {
  const device = await enrol(await joinStaff(shop, 'owner', 'push-night'))
  shop.clock.now = Date.parse('2027-04-06T21:00:00Z')
  for (let each = 0; each < 5; each++) await raisePaid()
  await raiseDispute()
  await shop.jobs.runDue()
  expect(device.received().map(({ title }) => title)).toEqual([expect.stringContaining('is disputed')])
  shop.clock.now = Date.parse('2027-04-07T05:59:00Z')
  await shop.jobs.runDue()
  expect(device.received()).toHaveLength(1)
  shop.clock.now = Date.parse('2027-04-07T06:00:00Z')
  await shop.jobs.runDue()
  expect(device.received().slice(1)).toMatchObject([{ title: '₦77,500 from 5 new orders', path: '/orders' }])
})

test('what is only mailed rings on no device', async () => {
  const device = await enrol(await joinStaff(shop, 'owner', 'push-mailed'))
  const facts = { kind: 'sold-out', name: 'Adire Tee', color: 'black', size: 'M' } as const
  await transact(shop.db, (tx) => raiseAlert(tx, shop, newId(), facts))
  for (const laterMs of [0, MINUTE_MS, DAY_MS]) {
    shop.clock.now += laterMs
    await shop.jobs.runDue()
  }
  expect(device.received()).toEqual([])
})

test('a device that has left is forgotten; one that cannot be reached is tried again, and shows one message', async () => {
  const owner = await joinStaff(shop, 'owner', 'push-gone')
  const [gone, away] = [await enrol(owner), await enrol(owner)]
  gone.answer(410)
  away.answer(503)
  await raisePaid()
  await shop.jobs.runDue()
  const left = await shop.db.select().from(staffPushSubscriptions)
  expect(left.map(({ endpoint }) => endpoint)).toEqual([away.subscription.endpoint])
  expect(away.received()).toHaveLength(1)
  away.answer(201)
  shop.clock.now += MINUTE_MS
  await shop.jobs.runDue()
  shop.clock.now += HOUR_MS
  await shop.jobs.runDue()
  expect(away.received()).toHaveLength(2)
  expect(new Set(away.received().map(({ tag }) => tag)).size).toBe(1)
})

test('a key that nothing can be encrypted for keeps no other device from being told', async () => {
  const owner = await joinStaff(shop, 'owner', 'push-key')
  const broken = service.newDevice().subscription
  const keys = { ...broken.keys, p256dh: 'B'.repeat(87) }
  expect((await owner.act('POST', '/push', { ...broken, keys })).status).toBe(200)
  const device = await enrol(owner)
  await raisePaid()
  await shop.jobs.runDue()
  await shop.jobs.runDue()
  expect(device.received()).toHaveLength(1)
  expect(await shop.db.$count(staffPushSubscriptions)).toBe(1)
})

test('whoever signs out, is signed out, suspended or given another role is told nothing more', async () => {
  const owner = await joinStaff(shop, 'owner', 'push-boss')
  const out = await joinStaff(shop, 'manager', 'push-out')
  const suspended = await joinStaff(shop, 'manager', 'push-suspended')
  const demoted = await joinStaff(shop, 'manager', 'push-demoted')
  const devices = [await enrol(out), await enrol(suspended), await enrol(demoted)]
  await out.act('POST', '/logout')
  for (const [member, wanted] of [
    [suspended, { role: 'manager', isSuspended: true }],
    [demoted, { role: 'packer', isSuspended: false }],
  ] as const) {
    const { id, name } = member.me
    const shown = { name, role: 'manager', isSuspended: false }
    expect((await owner.act('PUT', `/staff/${id}`, { name, ...wanted, shown })).status).toBe(200)
  }
  await raiseDispute()
  await shop.jobs.runDue()
  expect(devices.flatMap(({ received }) => received())).toEqual([])
})

test('a device rings for whoever signed in there last, until that session is ended, from wherever', async () => {
  const owner = await joinStaff(shop, 'owner', 'push-again')
  await owner.call('PUT', '/password', { password: PASSWORD })
  const credentials = { email: owner.email, password: PASSWORD }
  const device = await enrol(owner)
  // By then the session in which it was enrolled is over, and deleted.
  shop.clock.now += DAY_MS
  await shop.jobs.runDue()
  await shop.db.delete(staffSessions)
  expect((await owner.call('POST', '/login', credentials)).status).toBe(200)
  await raiseDispute()
  await shop.jobs.runDue()
  expect(device.received()).toHaveLength(1)
  const [lost] = (await owner.call('GET', '/session')).body.sessions
  const elsewhere = openStaffBrowser(shop)
  await elsewhere.call('POST', '/login', credentials)
  expect((await elsewhere.call('DELETE', `/session/${lost.id}`)).status).toBe(204)
  await raiseDispute()
  await shop.jobs.runDue()
  expect(device.received()).toHaveLength(1)

  const shared = await joinStaff(shop, 'owner', 'push-shared')
  const tablet = await enrol(shared)
  const token = await invite(shop, { email: 'push-at-tablet@staff.example', role: 'packer' })
  expect((await shared.call('POST', '/join', { token })).status).toBe(200)
  await raiseDispute()
  await shop.jobs.runDue()
  expect(tablet.received()).toEqual([])
})

test('a member turns a device off, and another member cannot', async () => {
  const [own, other] = [
    await joinStaff(shop, 'owner', 'push-own'),
    await joinStaff(shop, 'manager', 'push-other'),
  ]
  const device = await enrol(own)
  const { body } = await own.call('GET', '/push')
  await other.act('DELETE', `/push/${body.devices[0].id}`)
  await raiseDispute()
  await shop.jobs.runDue()
  expect(device.received()).toHaveLength(1)
  expect((await own.act('DELETE', `/push/${body.devices[0].id}`)).body.devices).toEqual([])
  await raiseDispute()
  await shop.jobs.runDue()
  expect(device.received()).toHaveLength(1)
})

test('mail that has failed for five minutes is told of, once a day', async () => {
  const device = await enrol(await joinStaff(shop, 'owner', 'push-mail'))
  await shop.jobs.runDue()
  const owed = {
    kind: 'order_confirmed',
    recipient: 'a@b.example',
    attempts: 3,
    createdAt: shop.now(),
  } as const
  const claimedUntil = new Date(shop.clock.now + HOUR_MS)
  await shop.db.insert(outbox).values({ ...owed, id: newId(), claimedUntil })
  await shop.jobs.runDue()
  expect(device.received()).toEqual([])
  shop.clock.now += 5 * MINUTE_MS + 1
  await shop.jobs.runDue()
  await shop.jobs.runDue()
  expect(device.received()).toMatchObject([{ title: 'Mail does not go out' }])
  expect(await shop.db.$count(alerts, eq(alerts.kind, 'mails-wait'))).toBe(1)
})

test('what one process has claimed, another leaves alone', async () => {
  await enrol(await joinStaff(shop, 'owner', 'push-claimed'))
  await raisePaid()
  await transact(shop.db, async (tx) => {
    expect(await claimDuePushes(tx, shop.now())).toHaveLength(1)
    expect(await claimDuePushes(shop.db, shop.now())).toEqual([])
  })
})
