import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActs } from '#server/audit/store.ts'
import { outbox, refunds } from '#server/db/schema.ts'
import { openCase } from '#server/order/case-store.ts'
import { erasePerson } from '#server/person/erase.ts'
import { orderNumber } from '#shared/order-number.ts'
import { checkLedger } from '#test/support/ledger.ts'
import { openAsOwner, runOwner } from '#test/support/owner.ts'
import {
  decline,
  getOrderOf,
  mailsTo,
  passTime,
  pay,
  placeOrder,
  seedPlace,
  seedProduct,
  stockOf,
  verify,
} from '#test/support/purchase.ts'
import { reviewOf } from '#test/support/review.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { auditCommand } from './audit.ts'
import { ordersCommand } from './orders.ts'
import { timeText } from './table.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await seedPlace(shop.db)
  await seedProduct(shop.db, {
    id: 'tee',
    name: 'Lagos \u001b[31mTee',
    stock: [{ color: 'black', size: 'M', quantity: 99 }],
  })
})
afterAll(() => shop.close())

const owner = (...args: string[]) =>
  runOwner([ordersCommand], ['orders', ...args], { open: openAsOwner(shop) })

async function paidOrder(email?: string) {
  const reference = await placeOrder(
    shop,
    [{ productId: 'tee', quantity: 2 }],
    email === undefined ? {} : { email },
  )
  await pay(shop, reference)
  await shop.jobs.runDue()
  const { order } = await getOrderOf(shop, reference)
  expect(order.status).toBe('paid')
  return { reference, id: order.id, number: orderNumber(order.id), email: order.email }
}

const stateOf = async (reference: string) => {
  const { order, attempt } = await getOrderOf(shop, reference)
  return [order.status, attempt.state]
}

test('list filters by status, time and address, with paging, and shows no personal data', async () => {
  const bola = await paidOrder('bola@example.com')
  passTime(shop, 1)
  const second = await paidOrder('bola@example.com')
  const failed = await placeOrder(shop, [{ productId: 'tee' }], { email: 'chidi@example.com' })
  await decline(shop, failed)
  await verify(shop, failed)

  const all = await owner('list')
  expect(all).toMatchObject({ code: 0, err: '' })
  expect(all.out.split('\n')[0]).toMatch(/^Order +Placed \(Lagos\) +Status/)
  expect(all.out).not.toMatch(/bola|chidi|Ada Obi|Admiralty/)
  const numbersOf = async (...args: string[]) =>
    JSON.parse((await owner('list', '--json', ...args)).out).orders.map((order: { id: string }) => order.id)
  expect(await numbersOf('--email', ' Bola@example.com')).toEqual([second.id, bola.id])
  expect(await numbersOf('--email', 'bola@example.com', '--limit', '1', '--page', '2')).toEqual([bola.id])
  expect(await numbersOf('--status', 'failed')).toEqual([(await getOrderOf(shop, failed)).order.id])
  expect(await numbersOf('--since', '2026-11-21')).toEqual([])
  expect((await owner('list', '--email', 'bola@example.com', '--limit', '1')).out).toContain(
    '2 orders, page 1 of 2.',
  )
})

test('the list of paid orders goes by when the shop learned that they were paid, so that a daily one misses none', async () => {
  const email = 'early@example.com'
  const reference = await placeOrder(shop, [{ productId: 'tee' }], { email })
  passTime(shop, 10)
  const firstList = shop.now().toISOString()
  const listed = async (...args: string[]) =>
    JSON.parse((await owner('list', '--status', 'paid', '--email', email, '--json', ...args)).out).orders
  passTime(shop, -2)
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  await pay(shop, reference)
  shop.sandbox.faults.clear()
  passTime(shop, 2)
  expect(await listed('--since', '1d')).toEqual([])
  passTime(shop, 5)
  await verify(shop, reference)
  const confirmedAt = shop.now()

  passTime(shop, 24 * 60 - 5)
  const { order } = await getOrderOf(shop, reference)
  expect(await listed('--since', '1d')).toMatchObject([
    { id: order.id, paidAt: expect.any(String), confirmedAt: confirmedAt.toISOString() },
  ])
  expect(await listed('--until', firstList)).toEqual([])
  const later = await paidOrder(email)
  expect(await listed()).toMatchObject([{ id: later.id }, { id: order.id }])
  const { out } = await owner('list', '--status', 'paid', '--email', email)
  expect(out).toMatch(/^Order +Paid \(Lagos\) +Status/)
  expect(out).toContain(`${order.id.slice(-5).toUpperCase()}  ${timeText(confirmedAt)}  paid`)
})

test.each([
  [['list', '--status', 'lost'], '--status is one of pending, paid, failed, cancelled.'],
  [['list', '--since', 'soon'], '"soon" is not a date'],
  [['show'], 'Name one order.'],
  [['refund', 'x'], 'Say why with --reason'],
  [['refund', 'x', '--reason', 'r', '--amount', '12.345'], 'must be an amount in naira'],
  [['refund', 'x', '--reason', 'r', '--amount', '12,50'], 'must be an amount in naira'],
  [['refund', 'x', '--reason', 'r', '--amount', '1,2,3'], 'must be an amount in naira'],
  [['sell'], 'Choose an action: list, show'],
])('%j is not understood', async (args, reason) => {
  const { code, err } = await owner(...args)
  expect(code).toBe(2)
  expect(err).toContain(reason)
})

test('show prints everything about one order, by number, id or reference, safe for a terminal', async () => {
  const { reference, id, number } = await paidOrder()
  const { code, out } = await owner('show', reference)
  expect(code).toBe(0)
  for (const part of [
    `Order #${number}   paid`,
    id,
    reference,
    'Ada Obi',
    '12 Admiralty Way',
    'black, M',
    '₦28,000',
  ]) {
    expect(out).toContain(part)
  }
  for (const event of [
    'order placed',
    'stock held: 2 black, M',
    'stock sold from the hold: 2',
    'payment confirmed',
    'event charge.success',
    'mail order_confirmed sent',
  ]) {
    expect(out).toContain(event)
  }
  expect(out).not.toContain('\u001b')
  expect((await owner('show', id)).out).toBe(out)
  expect((await owner('show', `#${number}`)).out).toBe(out)
  expect(JSON.parse((await owner('show', id, '--json')).out)).toMatchObject({
    order: { id, total: 2_800_000 },
    attempt: { reference, state: 'succeeded' },
  })
  expect(await owner('show', 'FFFFF')).toMatchObject({
    code: 1,
    err: 'There is no order "FFFFF". Nothing was changed.',
  })
})

test('what happened is shown at its own time, however often it was checked since', async () => {
  const reference = await placeOrder(shop, [{ productId: 'tee' }])
  const check = async () => {
    passTime(shop, 3)
    await verify(shop, reference)
    await shop.jobs.runDue()
  }
  const happened = async (what: string) => {
    const { out } = await owner('show', reference)
    return out.split('\n').find((line) => line.endsWith(`  ${what}`))
  }
  const at = (time: Date, what: string) => `  ${timeText(time)}  ${what}`
  const startedAt = shop.now()
  await check()
  expect(await happened('payment is started')).toBe(at(startedAt, 'payment is started'))
  await pay(shop, reference)
  await check()
  const paidAt = shop.now()
  await check()
  expect(await happened('payment is succeeded')).toBe(at(paidAt, 'payment is succeeded'))
  const refundedAt = shop.now()
  expect((await owner('refund', reference, '--reason', 'torn', '--yes')).code).toBe(0)
  await check()
  await check()
  expect(await happened('refund is sent')).toBe(at(refundedAt, 'refund is sent'))
  expect(await happened('payment is refund_sent')).toBe(at(refundedAt, 'payment is refund_sent'))
})

test('a refund is made once, only with --yes, in full, with a mail and an audit entry; the order stays paid', async () => {
  const { reference, id, number, email } = await paidOrder()
  const before = await stockOf(shop, 'tee')
  const asked = await owner('refund', number, '--reason', 'came back torn')
  expect(asked).toMatchObject({ code: 1, out: '' })
  expect(asked.err).toContain(`₦28,000 of ₦28,000 for order #${number}`)
  expect(await shop.db.select().from(refunds).where(eq(refunds.reference, reference))).toEqual([])

  const [made, again] = await Promise.all([
    owner('refund', number, '--reason', 'came back torn', '--yes'),
    owner('refund', number, '--reason', 'came back torn', '--yes'),
  ])
  expect([made.code, again.code].toSorted()).toEqual([0, 1])
  expect([made.out, again.out].join('')).toContain('the provider has accepted the refund')
  expect(await stateOf(reference)).toEqual(['paid', 'refund_sent'])
  await checkLedger(shop.db)
  expect((await owner('refund', id, '--reason', 'again', '--yes')).err).toContain(
    'already, and a payment is refunded once',
  )

  passTime(shop, 61)
  await shop.jobs.runDue()
  expect(await stateOf(reference)).toEqual(['paid', 'refunded'])
  await verify(shop, reference)
  expect(await reviewOf(shop.db, id)).toBeNull()
  expect(await stockOf(shop, 'tee')).toEqual(before)
  const mails = await mailsTo(shop, email)
  expect(mails.filter((mail) => mail.subject.includes('We are returning ₦28,000'))).toHaveLength(1)
  const acts = (await listActs(shop.db, { limit: 100 })).filter((act) => act.subject === id)
  expect(acts).toMatchObject([
    {
      actor: 'ngozi',
      action: 'order.refund',
      details: {
        before: { paid: 2_800_000, refunded: 0 },
        after: { refunded: 2_800_000 },
        reason: 'came back torn',
      },
    },
  ])
  expect(JSON.stringify(acts)).not.toContain(email)
  const audit = await runOwner([auditCommand], ['audit', '--limit', '1'], { open: openAsOwner(shop) })
  expect(audit.out).toContain('"before":{"paid":"₦28,000","refunded":"₦0"}')
  const later = ['audit', '--since', '2099-01-01']
  const none = await runOwner([auditCommand], later, { open: openAsOwner(shop) })
  expect(none).toEqual({ code: 0, err: '', out: 'Nothing is recorded since then.' })
  await checkLedger(shop.db)
})

test('a refund says truly whether the buyer hears of it', async () => {
  const told = await paidOrder()
  const refused = await paidOrder()
  const erased = await paidOrder('erased@example.com')
  const erasedAndRefused = await paidOrder('erased@example.com')
  const { appSecret } = shop.settings
  await erasePerson(shop.db, 'erased@example.com', { appSecret, actor: 'ngozi', now: shop.now() })
  const { refund: ask } = shop.provider
  const refund = async ({ number }: { number: string }, provider: Partial<typeof shop.provider> = {}) => {
    Object.assign(shop.provider, provider)
    const { code, out } = await owner('refund', number, '--reason', 'torn', '--yes')
    shop.provider.refund = ask
    return [code, out.split('\n').at(-1)]
  }
  const refuse = { refund: async () => ({ kind: 'refused' as const, message: 'no' }) }
  const goods = 'Add goods that are returned with "stock receive".'
  expect(await refund(told)).toEqual([0, `The buyer is informed by mail. ${goods}`])
  expect(await refund(refused, refuse)).toEqual([
    1,
    `The buyer is informed by mail all the same that the money is on its way. ${goods}`,
  ])
  expect(await refund(erased)).toEqual([0, `The buyer was erased, so nobody is informed. ${goods}`])
  expect(await refund(erasedAndRefused, refuse)).toEqual([
    1,
    `The buyer was erased, so nobody is informed. ${goods}`,
  ])
  await shop.jobs.runDue()
  expect((await mailsTo(shop, refused.email)).at(-1)?.subject).toContain('We are returning ₦28,000')
  // What the provider refused is closed, or it would be listed in the tests that follow.
  for (const { number } of [refused, erasedAndRefused])
    expect((await owner('resolve', number, '--note', 'returned by hand')).code).toBe(0)
})

test('a partial refund is possible, never for more than was paid; the payment stays successful', async () => {
  const { reference, number } = await paidOrder()
  const more = await owner('refund', number, '--amount', '28,000.01', '--reason', 'too much', '--yes')
  expect(more).toMatchObject({ code: 1, err: 'Only ₦28,000 was paid. Nothing was changed.' })
  expect((await owner('refund', number, '--amount', '2500.50', '--reason', 'delivery', '--yes')).code).toBe(0)
  passTime(shop, 61)
  await shop.jobs.runDue()
  const [refund] = await shop.db.select().from(refunds).where(eq(refunds.reference, reference))
  expect(refund).toMatchObject({ amount: 250_050, state: 'done', reason: 'owner' })
  expect(await stateOf(reference)).toEqual(['paid', 'succeeded'])
  await checkLedger(shop.db)
})

test('the amount that was paid may be named, and is a full refund', async () => {
  const { reference, number } = await paidOrder()
  expect((await owner('refund', number, '--amount', '28000', '--reason', 'torn', '--yes')).code).toBe(0)
  expect(await stateOf(reference)).toEqual(['paid', 'refund_sent'])
})

test('an unpaid order is not refunded, nor is any order while the provider cannot be reached', async () => {
  const open = await placeOrder(shop, [{ productId: 'tee' }])
  expect((await owner('refund', open, '--reason', 'r', '--yes')).err).toContain(
    'is pending: only a paid order can be refunded',
  )
  const { reference } = await paidOrder()
  shop.sandbox.faults.set({ target: 'verify', kind: 'error500' })
  const refused = await owner('refund', reference, '--reason', 'r', '--yes')
  shop.sandbox.faults.clear()
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.err).toContain('cannot be reached now. Nothing was changed')
  expect(await shop.db.select().from(refunds).where(eq(refunds.reference, reference))).toEqual([])
  passTime(shop, 2)
})

test('attention lists what needs a person, in plain words, until it is resolved', async () => {
  const disputed = await paidOrder()
  await openCase(shop.db, disputed.id, { kind: 'disputed' }, shop.now())
  const late = await placeOrder(shop, [{ productId: 'tee' }])
  passTime(shop, 31)
  await shop.jobs.runDue()
  await pay(shop, late)
  await shop.jobs.runDue()
  expect(await stateOf(late)).toEqual(['paid', 'succeeded'])
  const unsent = { sentAt: null, attempts: 7, payload: { reference: disputed.reference } }
  await shop.db.update(outbox).set(unsent).where(eq(outbox.orderId, disputed.id))
  passTime(shop, 61)

  const { code, out } = await owner('attention')
  expect(code).toBe(1)
  expect(out).toMatch(/The buyer disputes the payment at their bank/)
  expect(JSON.parse((await owner('attention', '--json')).out)).toContainEqual(
    expect.objectContaining({
      id: disputed.id,
      concern: { kind: 'review', reason: 'the payment is disputed' },
    }),
  )
  for (const args of [['show', disputed.id], ['list']]) {
    expect((await owner(...args, '--json')).out).toContain('"needsReview": "the payment is disputed"')
  }
  expect((await owner('list')).out).toMatch(/needs review$/m)
  expect((await owner('show', disputed.id)).out).toMatch(/^Look at {2}The buyer disputes the payment/m)
  expect(out).toMatch(/Paid after it had been closed/)
  expect(out).toMatch(/The mail "order_confirmed" has not gone out after 7 tries/)
  await shop.jobs.runDue()

  const closed = await owner(
    'resolve',
    disputed.number,
    '--note',
    'sent the receipt to the bank',
    '--as',
    'Tunde',
  )
  expect(closed).toMatchObject({ code: 0, err: '' })
  expect((await owner('resolve', disputed.number, '--note', 'again')).err).toContain(
    'is open. Nothing was changed.',
  )
  expect((await owner('resolve', late, '--note', 'sent')).code).toBe(0)
  expect(await owner('attention')).toMatchObject({ code: 0, out: 'Nothing needs you.' })
  const acts = await listActs(shop.db, { limit: 2 })
  expect(acts).toMatchObject([
    { actor: 'ngozi', action: 'order.resolve', details: { before: 'paid late', note: 'sent' } },
    { actor: 'Tunde', subject: disputed.id, details: { before: 'the payment is disputed' } },
  ])
})

test('attention lists a mail that was given up until its case is closed', async () => {
  const { id, number } = await paidOrder()
  const giveUp = () =>
    shop.db
      .update(outbox)
      .set({ sentAt: null, givenUpAt: shop.now(), attempts: 104 })
      .where(eq(outbox.orderId, id))
  await giveUp()
  passTime(shop, 61)
  const { code, out } = await owner('attention')
  expect(code).toBe(1)
  expect(out).toContain('The mail "order_confirmed" could not be delivered after 104 tries and is given up')
  expect(out).not.toContain('has not gone out')
  expect((await owner('show', number)).out).toContain('mail order_confirmed given up')
  expect(await owner('resolve', number, '--note', 'called')).toMatchObject({
    code: 0,
    out: expect.stringContaining('open because: a mail could not be delivered.'),
  })
  expect(await owner('attention')).toMatchObject({ code: 0, out: 'Nothing needs you.' })
  expect((await owner('resolve', number, '--note', 'again')).err).toContain('is open. Nothing was changed.')
  passTime(shop, 1)
  await giveUp()
  expect((await owner('attention')).code).toBe(1)
})

test.each(['a mail', 'a review'])(
  'after the case of %s is closed, a later late payment is still listed',
  async (which) => {
    const late = await placeOrder(shop, [{ productId: 'tee' }])
    passTime(shop, 31)
    await shop.jobs.runDue()
    const { order } = await getOrderOf(shop, late)
    if (which === 'a mail') {
      const givenUp = { sentAt: null, givenUpAt: shop.now() }
      await shop.db.update(outbox).set(givenUp).where(eq(outbox.orderId, order.id))
    } else {
      await openCase(shop.db, order.id, { kind: 'disputed' }, shop.now())
    }
    expect((await owner('resolve', late, '--note', 'called')).code).toBe(0)
    passTime(shop, 1)
    await pay(shop, late)
    await verify(shop, late)
    expect(await stateOf(late)).toEqual(['paid', 'succeeded'])
    expect((await owner('attention')).out).toContain('Paid after it had been closed')
    expect((await owner('resolve', late, '--note', 'sent')).out).toContain('open because: paid late.')
  },
)
