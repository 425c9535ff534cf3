import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listActs } from '#server/audit/store.ts'
import { newId } from '#server/db/id.ts'
import { products, reviews } from '#server/db/schema/catalogue.ts'
import { mailbox, outbox } from '#server/db/schema/mail.ts'
import { orderLines, orders } from '#server/db/schema/order.ts'
import { paymentAttempts, providerEvents } from '#server/db/schema/payment.ts'
import { codes, sessions, users } from '#server/db/schema/person.ts'
import { auditLog } from '#server/db/schema/shop.ts'
import { stockAlerts } from '#server/db/schema/stock.ts'
import { listOpenIssues } from '#server/order/issue-list-store.ts'
import { closeIssues, openIssue } from '#server/order/issue-store.ts'
import { addAccount, signUp } from '#test/support/account.ts'
import { addOrder } from '#test/support/order.ts'
import { addProducts } from '#test/support/product.ts'
import { addRefund } from '#test/support/refund.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { erasePerson } from './erase.ts'
import { exportPerson } from './export.ts'

const shop = openShopScene(async () => {
  await addProducts(shop.db, [{ id: 'tee' }])
})

const erase = (email: string) =>
  erasePerson(shop.db, email, { appSecret: shop.settings.appSecret, actor: 'ngozi', now: shop.now() })

/** A person with every kind of data: account, session, code, review, guest and own orders, mails, a provider event. */
async function addBusyPerson(email: string, fullName: string) {
  const { token, user } = await signUp(shop, email, fullName)
  const headers = { authorization: `Bearer ${token}` }
  await shop.call('POST', '/api/review/tee', { rating: 5, comment: 'I am Ada from Yaba' }, headers)
  await shop.call('POST', '/api/auth/forgot-password', { email })
  await shop.db
    .insert(stockAlerts)
    .values({ id: newId(), email, productId: 'tee', color: 'black', size: 'M' })
  const own = await addOrder(shop, { email: 'ada.at.work@example.ng', userId: user.id, status: 'paid' })
  const guest = await addOrder(shop, { email, status: 'cancelled' })
  await shop.db.insert(providerEvents).values({
    bodyHash: own.id,
    event: 'charge.success',
    reference: own.reference,
    body: `{"email":"${email}"}`,
  })
  await shop.db.insert(providerEvents).values({
    bodyHash: guest.id,
    event: 'customeridentification.success',
    reference: null,
    body: `{"data":{"email":"${email.toUpperCase()}"}}`,
  })
  const laterAt = new Date(shop.now().getTime() + 1000)
  const mail = { id: newId(), recipient: 'ada.at.work@example.ng', createdAt: laterAt, sentAt: laterAt }
  await shop.db.insert(outbox).values({ ...mail, orderId: own.id, kind: 'order_confirmed' })
  await shop.db.insert(mailbox).values({
    id: newId(),
    outboxId: mail.id,
    recipient: mail.recipient,
    subject: 'Your order',
    textBody: `Delivery to ${fullName}`,
    htmlBody: '',
    createdAt: laterAt,
  })
  await shop.jobs.runDue()
  return { user, own, guest }
}

test('the export contains all of it, in naira, and no hash', async () => {
  const { user, own, guest } = await addBusyPerson('export@example.ng', 'Ada Obi')
  const held = await exportPerson(shop.db, 'export@example.ng', shop.now())
  // Who sold it, and why it was held back, is the shop's own.
  expect(Object.keys(held?.orders[0] ?? {})).not.toEqual(expect.arrayContaining(['soldBy']))
  expect(Object.keys(held?.orders[0] ?? {})).not.toEqual(expect.arrayContaining(['heldBack']))
  expect(held).toMatchObject({
    email: 'export@example.ng',
    account: { id: user.id, fullName: 'Ada Obi' },
    sessions: [{ createdAt: shop.now() }],
    reviews: [{ rating: 5, comment: 'I am Ada from Yaba' }],
    codesSent: [{ purpose: 'verify_email' }, { purpose: 'reset_password' }],
    mails: [{ sentAt: shop.now() }, { sentAt: shop.now() }, { kind: 'order_confirmed' }],
    stockAlerts: [{ product: 'tee', color: 'black', size: 'M', toldAt: null }],
    mailsKept: [{ createdAt: shop.now() }, { createdAt: shop.now() }, { text: 'Delivery to Ada Obi' }],
    namedByProvider: [
      { event: 'customeridentification.success', content: '{"data":{"email":"EXPORT@EXAMPLE.NG"}}' },
    ],
  })
  const orderOf = (id: string) => held?.orders.find((order) => order.id === id)
  expect(orderOf(guest.id)).toMatchObject({ status: 'cancelled', address: '12 Admiralty Way' })
  expect(orderOf(own.id)).toMatchObject({
    totalAmount: 15_500.5,
    items: [{ name: 'Lagos Tee', price: 12_500, quantity: 1 }],
    payment: {
      reference: own.reference,
      amount: 15_500.5,
      customer: { first_name: 'Ada' },
      events: [{ event: 'charge.success', content: { email: 'export@example.ng' } }],
    },
  })
  expect(JSON.stringify(held)).not.toMatch(/hash|argon2|started_?from/i)
})

test('there is nothing to export for an unknown person', async () => {
  expect(await exportPerson(shop.db, 'nobody@example.ng', shop.now())).toBeUndefined()
})

test('erasing leaves no trace of the person and keeps every amount of the orders', async () => {
  const email = 'erase@example.ng'
  const { user, own, guest } = await addBusyPerson(email, 'Ngozi Eze')
  const linesBefore = await shop.db.select().from(orderLines).where(eq(orderLines.orderId, own.id))
  const [before] = await shop.db.select().from(products).where(eq(products.id, 'tee'))

  expect(await erase(email)).toMatchObject({ accounts: 1, orders: 2, reviews: 1, stockAlerts: 1 })

  const everything = JSON.stringify([
    await shop.db.select().from(users),
    await shop.db.select().from(sessions),
    await shop.db.select().from(codes),
    await shop.db.select().from(reviews),
    await shop.db.select().from(orders).where(eq(orders.id, own.id)),
    await shop.db.select().from(orders).where(eq(orders.id, guest.id)),
    await shop.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, own.id)),
    await shop.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, guest.id)),
    await shop.db.select().from(outbox),
    await shop.db.select().from(mailbox),
    await shop.db.select().from(stockAlerts),
    await shop.db.select().from(providerEvents),
    await shop.db.select().from(auditLog),
  ])
  for (const trace of [email, email.toUpperCase(), user.id, 'Ngozi', 'Admiralty', '2348031234567']) {
    expect([trace, everything.includes(trace)]).toEqual([trace, false])
  }
  expect(await shop.db.select().from(reviews).where(eq(reviews.userId, user.id))).toEqual([])
  const [after] = await shop.db.select().from(products).where(eq(products.id, 'tee'))
  expect([after?.ratingSum, after?.ratingCount]).toEqual([
    (before?.ratingSum ?? 0) - 5,
    (before?.ratingCount ?? 0) - 1,
  ])
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, own.id))
  expect(order).toMatchObject({ total: 1_550_050, shippingFee: 300_050, status: 'paid', country: 'Nigeria' })
  expect(await shop.db.select().from(orderLines).where(eq(orderLines.orderId, own.id))).toEqual(linesBefore)
  expect(await exportPerson(shop.db, email, shop.now())).toBeUndefined()
})

test.each([
  ['"ann@home.example"', true],
  ['"customer":"Ann <ANN@home.example>"', true],
  ['"note":"Write to:\\nann@home.example."', true],
  ['"email":"joann@home.example"', false],
  ['"email":"jo.ann@home.example"', false],
  ['"email":"ann@home.example.ng"', false],
  ['"email":"ann@home.example-shop.ng"', false],
  ['"email":"ann@homexexample"', false],
])('what the provider said names ann@home.example: %s, %s', async (content, isNamed) => {
  const email = 'ann@home.example'
  const bodyHash = newId()
  await shop.db
    .insert(providerEvents)
    .values({ bodyHash, event: 'charge.success', reference: null, body: content })
  const held = await exportPerson(shop.db, email, shop.now())
  expect(held?.namedByProvider.map((event) => event.content) ?? []).toEqual(isNamed ? [content] : [])
  if (isNamed) await erase(email)
  const [remaining] = await shop.db.select().from(providerEvents).where(eq(providerEvents.bodyHash, bodyHash))
  expect(remaining?.body).toBe(isNamed ? null : content)
})

test('a guest without an account can be erased, and a second time is refused', async () => {
  const { id } = await addOrder(shop, { email: 'guest@example.ng', status: 'failed' })
  expect(await erase('guest@example.ng')).toMatchObject({ accounts: 0, orders: 1 })
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, id))
  expect(order).toMatchObject({ email: '', fullName: '', phone: '', address: '', city: '', state: '' })
  const recorded = await listActs(shop.db, { limit: 99 })
  await expect(erase('guest@example.ng')).rejects.toThrow('The shop holds nothing about guest@example.ng.')
  expect(await listActs(shop.db, { limit: 99 })).toEqual(recorded)
})

test('a given-up mail is in the export, and needs no attention once its recipient is erased', async () => {
  const email = 'away@example.ng'
  const { id } = await addOrder(shop, { email, status: 'paid' })
  const given = { orderId: id, kind: 'order_confirmed', recipient: email, givenUpAt: shop.now() } as const
  await shop.db.insert(outbox).values({ ...given, id: newId(), createdAt: shop.now() })
  const isAbout = (issue: { id: string }) => issue.id === id
  expect((await listOpenIssues(shop.db, shop.now())).filter(isAbout)).toHaveLength(1)
  const held = await exportPerson(shop.db, email, shop.now())
  expect(held?.mails).toMatchObject([{ kind: 'order_confirmed', sentAt: null, givenUpAt: shop.now() }])
  await erase(email)
  expect((await listOpenIssues(shop.db, shop.now())).filter(isAbout)).toEqual([])
})

test("another user's order that names the address gets that user's own address", async () => {
  const buyer = await addAccount(shop, 'buyer@example.ng')
  const { id } = await addOrder(shop, { email: 'friend@example.ng', userId: buyer.id, status: 'paid' })
  await erase('friend@example.ng')
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, id))
  expect(order).toMatchObject({ email: 'buyer@example.ng', fullName: 'Ada Obi' })
})

test("what the provider said about a payment in another user's order is exported and erased", async () => {
  const buyer = await addAccount(shop, 'payer@example.ng')
  const email = 'named@example.ng'
  const { id, reference } = await addOrder(shop, { email, userId: buyer.id, status: 'paid' })
  const customer = { first_name: null, last_name: null, email, phone: null }
  await shop.db.update(paymentAttempts).set({ customer }).where(eq(paymentAttempts.orderId, id))
  const about = { bodyHash: id, event: 'charge.success', reference }
  await shop.db.insert(providerEvents).values({ ...about, body: JSON.stringify({ data: { customer } }) })
  expect(await exportPerson(shop.db, email, shop.now())).toMatchObject({
    orders: [],
    namedInOrders: [{ order: id, email, customer }],
  })
  await erase(email)
  const [attempt] = await shop.db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, id))
  const [event] = await shop.db.select().from(providerEvents).where(eq(providerEvents.bodyHash, id))
  expect([attempt?.customer, event?.body]).toEqual([null, null])
  expect(await exportPerson(shop.db, email, shop.now())).toBeUndefined()
})

test('the export of an order contains its refund and why it needed a person', async () => {
  const email = 'refunded@example.ng'
  const order = await addOrder(shop, { email, status: 'paid' })
  await addRefund(shop, order, 'succeeded', { state: 'done', amount: 250_050 })
  const at = shop.now()
  await openIssue(shop.db, order.id, { kind: 'external-refund', detail: '4711' }, at)
  await closeIssues(shop.db, order.id, at)
  await openIssue(shop.db, order.id, { kind: 'disputed' }, at)
  const held = await exportPerson(shop.db, email, at)
  expect(held?.orders).toMatchObject([
    {
      payment: {
        refunds: [{ amount: 2_500.5, reason: 'owner', state: 'done', createdAt: at, updatedAt: at }],
      },
      reviewCases: [
        { kind: 'external-refund', detail: '4711', openedAt: at, closedAt: at },
        { kind: 'disputed', detail: null, openedAt: at, closedAt: null },
      ],
    },
  ])
  await addOrder(shop, { email: 'kept@example.ng', status: 'paid' })
  expect(await exportPerson(shop.db, 'kept@example.ng', at)).toMatchObject({
    orders: [{ payment: { refunds: [] }, reviewCases: [] }],
  })
})

test('the erasure is recorded without naming the person', async () => {
  await addOrder(shop, { email: 'record@example.ng', status: 'failed' })
  await erase('record@example.ng')
  const [act] = await listActs(shop.db, { limit: 1 })
  expect(act).toMatchObject({ actor: 'ngozi', action: 'person.erase', details: { orders: 1 } })
  expect(act).toMatchObject({ subject: expect.stringMatching(/^[0-9a-f]{64}$/), createdAt: shop.now() })
})
