import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listActs } from '#server/audit/store.ts'
import { refunds } from '#server/db/schema/payment.ts'
import { erasePerson } from '#server/person/erase.ts'
import { checkLedger } from '#test/support/ledger.ts'
import { openOrderDesk } from '#test/support/order-desk.ts'
import { openAsOwner, runOwner } from '#test/support/owner.ts'
import { moveRefund } from '#test/support/payment-scene.ts'
import { mailsTo, passTime, placeOrder, stockOf, verify } from '#test/support/purchase.ts'
import { reviewOf } from '#test/support/review.ts'
import { addAudit } from './audit.ts'

const { shop, owner, paidOrder, stateOf } = openOrderDesk()

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
    'is on its way back already',
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
  const audit = await runOwner([addAudit], ['audit', '--limit', '1'], { open: openAsOwner(shop) })
  expect(audit.out).toContain('"before":{"paid":"₦28,000","refunded":"₦0"}')
  const later = ['audit', '--since', '2099-01-01']
  const none = await runOwner([addAudit], later, { open: openAsOwner(shop) })
  expect(none).toEqual({ code: 0, err: '', out: 'Nothing is recorded since then.' })
  await checkLedger(shop.db)
})

test('a refund says truly whether the buyer hears of it', async () => {
  const reported = await paidOrder()
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
  expect(await refund(reported)).toEqual([0, `The buyer is informed by mail. ${goods}`])
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
  const subjects = (await mailsTo(shop, refused.email)).map(({ subject }) => subject)
  expect(subjects).toContainEqual(expect.stringContaining('We are returning ₦28,000'))
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

test('a refund that failed in the provider’s dashboard returned nothing, and does not stand in the way', async () => {
  const { reference, number } = await paidOrder()
  const made = await shop.provider.refund(reference, 250_000)
  if (made.kind !== 'requested') throw new Error(made.kind)
  const again = ['refund', number, '--reason', 'torn'] as const
  expect((await owner(...again)).err).toContain(
    'This returns ₦25,500 of ₦28,000, of which ₦2,500 is returned already,',
  )
  await moveRefund(shop, made.id, 'failed')
  expect((await owner(...again)).err).toContain('This returns ₦28,000 of ₦28,000 for')
  expect((await owner(...again, '--yes')).code).toBe(0)
  expect(await stateOf(reference)).toEqual(['paid', 'refund_sent'])
})
