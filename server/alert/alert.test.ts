import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { changeSetting, readSetting } from '#server/audit/owner-setting.ts'
import { newId } from '#server/db/id.ts'
import { transact } from '#server/db/retry.ts'
import { alerts } from '#server/db/schema/alert.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { mailbox, outbox } from '#server/db/schema/mail.ts'
import { settings } from '#server/db/schema/shop.ts'
import { settle } from '#server/payment/settle/settle.ts'
import { DAY_MS, HOUR_MS } from '#shared/duration.ts'
import { orderNumber } from '#shared/order-number.ts'
import { meetAtLock } from '#test/support/lock-wait.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { getOrderOf, pay, placeOrder, seedProduct, verify } from '#test/support/purchase.ts'
import { joinStaff } from '#test/support/staff.ts'
import { raiseAlert } from './raise.ts'
import { ALERT_SETTINGS } from './settings.ts'

const scene = openPaymentScene()
const { shop } = scene

/** Subjects of the alerts that an address got, sorted: rows that were written in one moment have no order. */
async function told(recipient: string): Promise<string[]> {
  await shop.jobs.runDue()
  const rows = await shop.db.select().from(mailbox).where(eq(mailbox.recipient, recipient))
  const subjects = rows.map(({ subject }) => subject).filter((subject) => !/device|team/.test(subject))
  return subjects.toSorted()
}

/** Alerts go to an address of this test's own. */
async function hearAs(email: string, orders: 'each' | 'daily' | 'off' = 'each') {
  const owner = await joinStaff(shop, 'owner', newId())
  const { body: shown } = await owner.call('GET', '/alert-settings')
  const changed = await owner.act('PUT', '/alert-settings', { email, orders, shown })
  expect(changed).toMatchObject({ status: 200, body: { email, orders } })
  return owner
}

test('every owner hears of a paid order, once however often it is reported, and of nothing that is not paid', async () => {
  const [ada, bola] = [await joinStaff(shop, 'owner', 'ada'), await joinStaff(shop, 'owner', 'bola')]
  const reference = await placeOrder(shop, [{ productId: scene.tee, quantity: 2 }])
  await placeOrder(shop, [{ productId: scene.tee }])
  await pay(shop, reference)
  await Promise.all([
    verify(shop, reference),
    settle(shop, reference, 'webhook'),
    settle(shop, reference, 'reconciler'),
  ])
  const { order } = await getOrderOf(shop, reference)
  const subject = `₦28,000: new order #${orderNumber(order.id)}`
  expect([await told(ada.email), await told(bola.email)]).toEqual([[subject], [subject]])
  const mail = (await shop.db.select().from(mailbox)).find((each) => each.subject === subject)
  expect(mail?.textBody).toContain(`http://localhost:3000/admin/orders/${order.id}`)
  const { fullName, email, phone, address } = order
  for (const personal of [fullName, email, phone, address]) {
    expect(`${mail?.textBody} ${mail?.htmlBody}`).not.toContain(personal)
  }
})

test('an alert is raised exactly if what it tells is committed', async () => {
  const email = `${newId()}@alerts.example`
  await hearAs(email)
  const { order } = await getOrderOf(shop, await scene.paid())
  const { id, total } = order
  const former = await told(email)
  const raise = (fails: boolean) =>
    transact(shop.db, async (tx) => {
      await raiseAlert(tx, shop, id, { kind: 'disputed', orderId: id, total })
      if (fails) throw new Error('rolled back')
    })
  await expect(raise(true)).rejects.toThrow('rolled back')
  expect(await told(email)).toEqual(former)
  await Promise.all([raise(false), raise(false), raise(false)])
  expect(await told(email)).toEqual([...former, `Order #${orderNumber(id)} is disputed`].toSorted())
})

test('a dispute and a mail that is given up are told, each event once', async () => {
  const email = `${newId()}@alerts.example`
  await hearAs(email, 'off')
  const reference = await scene.paid()
  const { order } = await getOrderOf(shop, reference)
  const dispute = JSON.stringify({ event: 'charge.dispute.create', data: { transaction: { reference } } })
  for (const body of [dispute, dispute, `${dispute} `]) await scene.deliver(body)
  const disputed = `Order #${orderNumber(order.id)} is disputed`
  expect(await told(email)).toEqual([disputed])

  const ofOrder = eq(outbox.orderId, order.id)
  const failing = {
    sentAt: null,
    attempts: 11,
    payload: {},
    createdAt: new Date(shop.clock.now - 6 * DAY_MS),
  }
  await shop.db.update(outbox).set(failing).where(ofOrder)
  expect(await told(email)).toEqual([disputed, `Order #${orderNumber(order.id)}: a mail was given up`])
})

test('a best seller of which the last piece is sold is told; one that is only held, or that hardly sells, is not', async () => {
  const email = `${newId()}@alerts.example`
  await hearAs(email, 'off')
  const pieces = (quantity: number) => [{ color: 'black', size: 'M', quantity }]
  const one = pieces(1)
  const [best, slow, dropped, late, shared] = [newId(), newId(), newId(), newId(), newId()]
  await seedProduct(shop.db, { id: late, name: 'Late Tee', tags: ['BestSellers'], stock: one })
  await seedProduct(shop.db, { id: shared, name: 'Shared Tee', tags: ['BestSellers'], stock: pieces(2) })
  const lapsed = await placeOrder(shop, [{ productId: late }])
  shop.clock.now += HOUR_MS
  await shop.jobs.runDue()
  await seedProduct(shop.db, { id: best, name: 'Adire Tee', tags: ['BestSellers'], stock: one })
  await seedProduct(shop.db, { id: slow, name: 'Slow Tee', stock: one })
  await seedProduct(shop.db, { id: dropped, name: 'Dropped Tee', tags: ['BestSellers'], stock: one })
  const references = [
    await placeOrder(shop, [{ productId: best }]),
    await placeOrder(shop, [{ productId: dropped }]),
    await placeOrder(shop, [{ productId: slow }]),
    await placeOrder(shop, [{ productId: scene.tee, quantity: 10 }]),
    await placeOrder(shop, [{ productId: shared }]),
    lapsed,
  ]
  // The other piece stays on hold for somebody.
  await placeOrder(shop, [{ productId: shared }])
  expect(await told(email)).toEqual([])
  await shop.db
    .update(products)
    .set({ sizes: ['L'] })
    .where(eq(products.id, dropped))
  for (const reference of references) {
    await pay(shop, reference)
    await settle(shop, reference, 'webhook')
  }
  // Ten pieces within 30 days make one without the tag.
  expect(await told(email)).toEqual([
    'Sold out: Adire Tee, black, M',
    'Sold out: Late Tee, black, M',
    'Sold out: Oju Tee, black, M',
  ])
})

test('with a daily digest, one mail from 8 in the morning tells of the day before', async () => {
  const email = `${newId()}@alerts.example`
  shop.clock.now = Date.parse('2027-03-02T22:30:00Z')
  await hearAs(email, 'daily')
  await scene.paid()
  // Half past midnight in Lagos, the next day.
  shop.clock.now += HOUR_MS
  await scene.paid()
  expect(await told(email)).toEqual([])
  shop.clock.now = Date.parse('2027-03-03T06:59:00Z')
  expect(await told(email)).toEqual([])
  shop.clock.now = Date.parse('2027-03-03T07:00:00Z')
  await shop.jobs.runDue()
  const second = '2 March: ₦15,500 from 1 order'
  expect(await told(email)).toEqual([second])
  shop.clock.now += DAY_MS
  expect(await told(email)).toEqual([second, '3 March: ₦15,500 from 1 order'])
  expect(await shop.db.$count(alerts, eq(alerts.kind, 'day-of-orders'))).toBe(2)
})

test('two who change the settings at once: one wins, the other is told', async () => {
  const owner = await hearAs('first@alerts.example')
  const { body: shown } = await owner.call('GET', '/alert-settings')
  const wanted = (email: string) => ({ ...shown, email })
  const [later] = await meetAtLock(shop.db, {
    first: (tx) => tx.select().from(settings).where(eq(settings.key, ALERT_SETTINGS.key)).for('update'),
    others: [() => owner.act('PUT', '/alert-settings', { ...wanted('two@alerts.example'), shown })],
    last: (tx) =>
      changeSetting(
        tx,
        ALERT_SETTINGS,
        { actor: 'ngozi' },
        { wanted: wanted('one@alerts.example') },
        shop.now(),
      ),
  })
  expect(later?.status).toBe(409)
  expect((await owner.call('GET', '/alert-settings')).body.email).toBe('one@alerts.example')
})

test('a setting that is not accepted is not stored, and one that no longer is counts as not set', async () => {
  const byDefault = { email: null, orders: 'each' }
  await shop.db.delete(settings).where(eq(settings.key, ALERT_SETTINGS.key))
  await expect(
    changeSetting(shop.db, ALERT_SETTINGS, { actor: 'ngozi' }, { wanted: { email: 'ada@' } }, shop.now()),
  ).rejects.toThrow('Invalid email address')
  expect(await readSetting(shop.db, ALERT_SETTINGS)).toEqual(byDefault)
  await shop.db
    .update(settings)
    .set({ value: JSON.stringify({ email: 'ada@', orders: 'off' }) })
    .where(eq(settings.key, ALERT_SETTINGS.key))
  expect(await readSetting(shop.db, ALERT_SETTINGS)).toEqual(byDefault)
})
