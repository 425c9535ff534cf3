import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listActs } from '#server/audit/store.ts'
import { outbox } from '#server/db/schema/mail.ts'
import { openIssue } from '#server/order/issue-store.ts'
import { openOrderDesk } from '#test/support/order-desk.ts'
import { getOrderOf, passTime, pay, placeOrder, verify } from '#test/support/purchase.ts'

const { shop, owner, paidOrder, stateOf } = openOrderDesk()

test('issues lists what needs a person, in plain words, until it is resolved', async () => {
  const disputed = await paidOrder()
  await openIssue(shop.db, disputed.id, { kind: 'disputed' }, shop.now())
  const late = await placeOrder(shop, [{ productId: 'tee' }])
  passTime(shop, 31)
  await shop.jobs.runDue()
  await pay(shop, late)
  await shop.jobs.runDue()
  expect(await stateOf(late)).toEqual(['paid', 'succeeded'])
  const unsent = { sentAt: null, attempts: 7, payload: { reference: disputed.reference } }
  await shop.db.update(outbox).set(unsent).where(eq(outbox.orderId, disputed.id))
  passTime(shop, 61)

  const { code, out } = await owner('issues')
  expect(code).toBe(1)
  expect(out).toMatch(/The buyer disputes the payment at their bank/)
  expect(JSON.parse((await owner('issues', '--json')).out)).toContainEqual(
    expect.objectContaining({
      id: disputed.id,
      issue: { kind: 'review', reason: 'the payment is disputed' },
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
  expect(await owner('issues')).toMatchObject({ code: 0, out: 'Nothing needs you.' })
  const acts = await listActs(shop.db, { limit: 2 })
  expect(acts).toMatchObject([
    { actor: 'ngozi', action: 'order.resolve', details: { before: 'paid late', note: 'sent' } },
    { actor: 'Tunde', subject: disputed.id, details: { before: 'the payment is disputed' } },
  ])
})

test('issues lists a mail that was given up until its issue is closed', async () => {
  const { id, number } = await paidOrder()
  const giveUp = () =>
    shop.db
      .update(outbox)
      .set({ sentAt: null, givenUpAt: shop.now(), attempts: 104 })
      .where(eq(outbox.orderId, id))
  await giveUp()
  passTime(shop, 61)
  const { code, out } = await owner('issues')
  expect(code).toBe(1)
  expect(out).toContain('The mail "order_confirmed" could not be delivered after 104 tries and is given up')
  expect(out).not.toContain('has not gone out')
  expect((await owner('show', number)).out).toContain('mail order_confirmed given up')
  expect(await owner('resolve', number, '--note', 'called')).toMatchObject({
    code: 0,
    out: expect.stringContaining('open because: a mail could not be delivered.'),
  })
  expect(await owner('issues')).toMatchObject({ code: 0, out: 'Nothing needs you.' })
  expect((await owner('resolve', number, '--note', 'again')).err).toContain('is open. Nothing was changed.')
  passTime(shop, 1)
  await giveUp()
  expect((await owner('issues')).code).toBe(1)
})

test.each(['a mail', 'a review'])(
  'after the issue of %s is closed, a later late payment is still listed',
  async (which) => {
    const late = await placeOrder(shop, [{ productId: 'tee' }])
    passTime(shop, 31)
    await shop.jobs.runDue()
    const { order } = await getOrderOf(shop, late)
    if (which === 'a mail') {
      const givenUp = { sentAt: null, givenUpAt: shop.now() }
      await shop.db.update(outbox).set(givenUp).where(eq(outbox.orderId, order.id))
    } else {
      await openIssue(shop.db, order.id, { kind: 'disputed' }, shop.now())
    }
    expect((await owner('resolve', late, '--note', 'called')).code).toBe(0)
    passTime(shop, 1)
    await pay(shop, late)
    await verify(shop, late)
    expect(await stateOf(late)).toEqual(['paid', 'succeeded'])
    expect((await owner('issues')).out).toContain('Paid after it had been closed')
    expect((await owner('resolve', late, '--note', 'sent')).out).toContain('open because: paid late.')
  },
)
