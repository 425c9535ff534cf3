import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { refunds } from '#server/db/schema/payment.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { passTime } from '#test/support/purchase.ts'
import { settle } from '../settle/settle.ts'
import { checkRefund } from './refund.ts'

const scene = openPaymentScene()
const { shop } = scene

test('a refund that needs a person is flagged once, however often the provider repeats its state', async () => {
  const reference = await scene.refundDue()
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  await shop.jobs.runDue()
  const { listRefunds, findRefund } = shop.provider
  const { providerRefundId: id, amount } = (await scene.refundOf(reference))!
  let said: 'needs-attention' | 'under-way' | 'failed' = 'needs-attention'
  const refund = () => ({ id: id ?? '', state: said, amount, createdAt: null })
  shop.provider.listRefunds = async () => ({ kind: 'listed', refunds: [refund()] })
  shop.provider.findRefund = async () => ({ kind: 'found', refund: refund() })
  const review = async () => {
    passTime(shop, 61)
    await shop.jobs.runDue()
    return scene.reviewOf(reference)
  }
  const stuck = `the refund is stuck (needs-attention, ${id})`
  expect(await review()).toBe(stuck)
  await scene.close(reference)
  expect([await review(), await review()]).toEqual([null, null])
  said = 'under-way'
  expect(await review()).toBeNull()
  said = 'needs-attention'
  expect(await review()).toBe(stuck)
  await scene.close(reference)
  expect(await review()).toBeNull()
  said = 'failed'
  expect(await review()).toBe(`the refund is stuck (failed, ${id})`)
  Object.assign(shop.provider, { listRefunds, findRefund })
})

test('the closed issue of a stuck refund stays closed when the bank reverses the payment', async () => {
  const reference = await scene.refundDue()
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  await shop.jobs.runDue()
  await scene.moveRefund((await scene.refundOf(reference))?.providerRefundId, 'needs-attention')
  passTime(shop, 61)
  await shop.jobs.runDue()
  await scene.close(reference)
  await shop.sandbox.advance(reference, 'reversed')
  for (let round = 0; round < 3; round += 1) {
    await settle(shop, reference, 'owner', 'ngozi')
    passTime(shop, 61)
    await shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['cancelled', 'refund_stuck'])
    expect(await scene.reviewOf(reference)).toBeNull()
  }
})

test('a refund that the provider refused is not polled forever', async () => {
  const reference = await scene.refundDue()
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  const ask = shop.provider.refund
  shop.provider.refund = async () => ({ kind: 'refused', message: 'a dispute is open' })
  await shop.jobs.runDue()
  expect((await scene.refundOf(reference))?.state).toBe('failed')
  expect(await checkRefund(shop, reference)).toBe(true)
  expect(await scene.refundOf(reference)).toMatchObject({
    state: 'failed',
    nextTryAt: null,
    providerRefundId: null,
  })
  expect(await scene.state(reference)).toEqual(['cancelled', 'refund_stuck'])
  shop.provider.refund = ask
  // As an owner would; otherwise the ledger check after each test fails.
  await shop.db
    .update(refunds)
    .set({ state: 'requested', nextTryAt: shop.now() })
    .where(eq(refunds.reference, reference))
  await shop.jobs.runDue()
})

describe('a refund that the banks return', () => {
  async function done(): Promise<string> {
    const old = await scene.refundDue()
    await shop.jobs.runDue()
    passTime(shop, 61)
    await shop.jobs.runDue()
    expect(await scene.state(old)).toEqual(['cancelled', 'refunded'])
    return old
  }

  test.each([
    ['reported by its event', false],
    ['found by the daily comparison', true],
  ])('%s, is flagged for review', async (_, isWithoutEvent) => {
    const reference = await done()
    if (isWithoutEvent) shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    await scene.moveRefund((await scene.refundOf(reference))?.providerRefundId, 'failed')
    if (isWithoutEvent) passTime(shop, 24 * 60)
    await shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['cancelled', 'refund_stuck'])
    expect(await scene.reviewOf(reference)).toMatch(/^the refund is stuck \(failed, \d+\)$/)
    expect((await scene.refundOf(reference))?.state).toBe('failed')
  })
})

describe('a stuck refund that a person repeats at the provider', () => {
  /** A refund that failed, its issue closed; returns the repetition. */
  async function repeated(): Promise<{ reference: string; id: string }> {
    const reference = await scene.refundDue()
    await shop.jobs.runDue()
    const { providerRefundId, amount } = (await scene.refundOf(reference))!
    await scene.moveRefund(providerRefundId, 'failed')
    await shop.jobs.runDue()
    expect(await scene.close(reference)).toBe(`the refund is stuck (failed, ${providerRefundId})`)
    const made = await shop.provider.refund(reference, amount)
    if (made.kind !== 'requested') throw new Error(made.kind)
    await shop.sandbox.idle()
    return { reference, id: made.id }
  }

  test('is followed, though its events repeat the bytes of the first one’s, and flagged if it fails too', async () => {
    const { reference, id } = await repeated()
    await shop.jobs.runDue()
    expect(await scene.refundOf(reference)).toMatchObject({ state: 'sent', providerRefundId: id })
    await scene.moveRefund(id, 'failed')
    await shop.jobs.runDue()
    expect(await scene.reviewOf(reference)).toBe(`the refund is stuck (failed, ${id})`)
  })

  test('is flagged if it has failed before any of its events is settled', async () => {
    const { reference, id } = await repeated()
    await scene.moveRefund(id, 'failed')
    await shop.jobs.runDue()
    expect(await scene.reviewOf(reference)).toBe(`the refund is stuck (failed, ${id})`)
    await scene.close(reference)
    expect(await checkRefund(shop, reference)).toBe(true)
    expect(await scene.reviewOf(reference)).toBeNull()
  })
})
