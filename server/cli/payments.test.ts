import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listActs } from '#server/audit/store.ts'
import { paymentAttempts } from '#server/db/schema/payment.ts'
import { resolveOrder } from '#server/order/resolve.ts'
import { refundOrder } from '#server/payment/refund/refund-order.ts'
import { checkLedger } from '#test/support/ledger.ts'
import { openAsOwner, runOwner } from '#test/support/owner.ts'
import { getOrderOf, pay, placeOrder, seedPlace, seedProduct } from '#test/support/purchase.ts'
import { reviewOf } from '#test/support/review.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { addPayments } from './payments.ts'

const shop = openShopScene(async () => {
  await seedPlace(shop.db)
  await seedProduct(shop.db, { id: 'tee' })
})

const check = (...args: string[]) =>
  runOwner([addPayments], ['payments', 'check', ...args], { open: openAsOwner(shop) })

test('matching payments exit with 0; a success that we have not settled differs by its amount until --settle', async () => {
  const settled = await placeOrder(shop, [{ productId: 'tee' }])
  await pay(shop, settled)
  await shop.jobs.runDue()
  const open = await placeOrder(shop, [{ productId: 'tee' }])
  expect(await check()).toMatchObject({
    code: 0,
    err: '',
    out: '2 payments compared: ₦15,500 received here, ₦15,500 at the provider; nothing differs.',
  })

  // Its events never reach us.
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  await pay(shop, open)
  const differing = await check()
  expect(differing.code).toBe(1)
  expect(differing.out).toMatch(/pending, started +₦0 +success +₦15,500 +use --settle/)
  expect(differing.out).toContain('₦15,500 received here, ₦31,000 at the provider; 1 differ')
  expect((await getOrderOf(shop, open)).order.status).toBe('pending')

  const mended = await check('--settle')
  shop.sandbox.faults.clear()
  expect(mended).toMatchObject({ code: 0, err: '' })
  const { order } = await getOrderOf(shop, open)
  expect(order.status).toBe('paid')
  expect(await listActs(shop.db, { limit: 9 })).toMatchObject([
    {
      actor: 'ngozi',
      action: 'payment.settle',
      subject: order.id,
      details: {
        before: { status: 'pending', payment: 'started' },
        after: { status: 'paid', payment: 'succeeded' },
      },
    },
  ])
  await checkLedger(shop.db)
})

test('an amount that differs by a kobo needs a person, whichever side is right', async () => {
  const reference = await placeOrder(shop, [{ productId: 'tee' }])
  await pay(shop, reference)
  await shop.jobs.runDue()
  const of = eq(paymentAttempts.reference, reference)
  await shop.db.update(paymentAttempts).set({ amount: 1_550_001 }).where(of)
  const { code, out } = await check(reference, '--settle')
  await shop.db.update(paymentAttempts).set({ amount: 1_550_000 }).where(of)
  expect(code).toBe(1)
  expect(out).toMatch(/₦15,500.01 +success, but another amount was asked for +₦15,500 +needs you/)
  expect(await check(reference)).toMatchObject({
    code: 0,
    out: '1 payment compared: ₦15,500 received here, ₦15,500 at the provider; nothing differs.',
  })
  const unknown = `jara-${'f'.repeat(40)}`
  const withUnknown = await check(reference, unknown)
  expect(withUnknown).toMatchObject({
    code: 1,
    err: `There is no payment "${unknown}" here or at the provider.`,
  })
  expect(withUnknown.out).toContain('1 payment compared')
  // Neither a reference nor an order.
  expect(await check(reference, 'jara-TYPO')).toMatchObject({
    code: 1,
    err: 'There is no order "jara-TYPO". Nothing was changed.',
    out: '',
  })
})

test('a refund that we did not make is reported until its issue is closed', async () => {
  const reference = await placeOrder(shop, [{ productId: 'tee' }])
  await pay(shop, reference)
  await shop.jobs.runDue()
  expect(await check(reference)).toMatchObject({ code: 0 })
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  await shop.provider.refund(reference, 500_000)
  const { code, out } = await check(reference)
  expect(code).toBe(1)
  expect(out).toMatch(/paid, succeeded +₦15,500 +success, refund [\w-]+ made there +₦15,500 +needs you/)

  // Its events never reach us: settling opens the issue that they would have opened.
  expect(await check(reference, '--settle')).toMatchObject({ code: 1 })
  expect(await check(reference, '--settle')).toMatchObject({ code: 1 })
  shop.sandbox.faults.clear()
  const { order } = await getOrderOf(shop, reference)
  const reason = await reviewOf(shop.db, order.id)
  expect(reason).toMatch(/^a refund was made at the provider \(\d+\)$/)
  expect(await listActs(shop.db, { limit: 2 })).toMatchObject([
    { action: 'payment.flag-refund', subject: order.id, details: { after: { review: [reason] } } },
    { action: 'payment.settle' },
  ])
  await resolveOrder(shop.db, { orderId: order.id, actor: 'ngozi', note: 'it was meant' }, shop.now())
  expect(await check(reference)).toMatchObject({ code: 0 })
})

test('a payment that cannot be settled at the moment keeps no other from it', async () => {
  const [stuck, other] = [
    await placeOrder(shop, [{ productId: 'tee' }]),
    await placeOrder(shop, [{ productId: 'tee' }]),
  ]
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  for (const reference of [stuck, other]) await pay(shop, reference)
  const { verify } = shop.provider
  let looks = 0
  shop.provider.verify = async (reference) => {
    // After the comparison.
    if (reference === stuck && ++looks === 2) throw new Error('canceling statement due to lock timeout')
    return verify(reference)
  }
  const { code, err } = await check(stuck, other, '--settle')
  shop.provider.verify = verify
  shop.sandbox.faults.clear()
  expect(code).toBe(1)
  expect(err).toBe(`"${stuck}" could not be settled (Error). Please try again.`)
  expect((await getOrderOf(shop, other)).order.status).toBe('paid')
  expect(await check(stuck, other, '--settle')).toMatchObject({ code: 0, err: '' })
  expect((await getOrderOf(shop, stuck)).order.status).toBe('paid')
})

test('after a partial refund by the owner, any further refund needs a person', async () => {
  const reference = await placeOrder(shop, [{ productId: 'tee' }])
  await pay(shop, reference)
  await shop.jobs.runDue()
  const { order } = await getOrderOf(shop, reference)
  await refundOrder(shop, { orderId: order.id, amount: 100_000, reason: 'torn', actor: 'ngozi' })
  expect(await check(reference)).toMatchObject({ code: 0 })
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  await shop.provider.refund(reference, 200_000)
  const { code, out } = await check(reference)
  shop.sandbox.faults.clear()
  expect(code).toBe(1)
  expect(out).toMatch(/refund sent .*success, refund under-way, refund under-way made there .*needs you/)
})

test('--since is refused where orders or references are named, as it would be without effect', async () => {
  const { code, out, err } = await check('4F2A9', '--since', '7d')
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain('--since has no effect on payments that are named: leave out one or the other.')
  expect((await check('--since', 'soon')).err).toContain('"soon" is not a date')
})

test('money under an unknown reference of our form is reported', async () => {
  const reference = `jara-${'0'.repeat(40)}`
  expect(await check(reference)).toEqual({
    code: 1,
    out: '',
    err: `There is no payment "${reference}" here or at the provider.`,
  })
  await shop.provider.start({
    reference,
    amount: 700_000,
    email: 'who@example.com',
    channels: ['card'],
    callbackUrl: 'http://localhost:3000/payment/callback',
    cancelUrl: 'http://localhost:3000/checkout',
  })
  await shop.sandbox.advance(reference, 'success')
  const { code, out } = await check()
  expect(code).toBe(1)
  expect(out).toMatch(/\? +no such payment +₦0 +success +₦7,000 +needs you/)
})

test('while the provider is unreachable it says so and reports no differences', async () => {
  const reference = await placeOrder(shop, [{ productId: 'tee' }])
  shop.sandbox.faults.set({ target: 'verify', kind: 'error500' })
  const away = await check(reference)
  expect(away).toMatchObject({ code: 1, err: '1 could not be compared: the provider cannot be reached.' })
  shop.sandbox.faults.clear()
  shop.clock.now += 60_000
  shop.sandbox.faults.set({ target: 'list', kind: 'error500' })
  expect(await check()).toMatchObject({ code: 1, out: '' })
  shop.sandbox.faults.clear()
})
