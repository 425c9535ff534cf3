import { expect, test } from 'vitest'
import { issueText } from '#server/order/issue-text.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { getOrderOf, passTime } from '#test/support/purchase.ts'
import { openIssuesOf } from '#test/support/review.ts'
import { PROVIDER_KEY } from '#test/support/shop.ts'
import { refundOrder } from './refund-order.ts'

const scene = openPaymentScene()
const { shop } = scene
const TOTAL = 1_550_000
const PART = 250_000

async function refundByOwner(reference: string, amount?: number): Promise<void> {
  const { order } = await getOrderOf(shop, reference)
  await refundOrder(shop, { orderId: order.id, amount, reason: 'torn', actor: 'ngozi' })
}

/** Made in the provider's dashboard: the shop learns of it only from events. */
async function refundThere(reference: string, amount: number): Promise<string> {
  const made = await shop.provider.refund(reference, amount)
  if (made.kind !== 'requested') throw new Error(`Not made: ${made.kind}`)
  await settleAll()
  return made.id
}
async function moveRefund(id: string | null | undefined, status: string): Promise<void> {
  await scene.moveRefund(id, status)
  await settleAll()
}

async function settleAll(): Promise<void> {
  await shop.sandbox.idle()
  await shop.jobs.runDue()
}

test('a refund made in the dashboard is flagged for review with its id', async () => {
  const reference = await scene.paid()
  const id = await refundThere(reference, PART)
  expect(await scene.reviewOf(reference)).toBe(`a refund was made at the provider (${id})`)
  expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
  const { order } = await getOrderOf(shop, reference)
  expect(issueText({ kind: 'review', issues: await openIssuesOf(shop.db, order.id) })).toContain(
    `the provider’s number ${id}`,
  )
})

test('its later states do not reopen a closed issue; another refund opens a new one', async () => {
  const reference = await scene.paid()
  const first = await refundThere(reference, PART)
  await scene.close(reference)
  await moveRefund(first, 'processing')
  await moveRefund(first, 'processed')
  expect(await scene.reviewOf(reference)).toBeNull()
  const second = await refundThere(reference, 2 * PART)
  expect(await scene.reviewOf(reference)).toBe(`a refund was made at the provider (${second})`)
})

test('a failed one returned no money and is not flagged', async () => {
  const reference = await scene.paid()
  const id = await refundThere(reference, PART)
  await scene.close(reference)
  await moveRefund(id, 'failed')
  expect(await scene.reviewOf(reference)).toBeNull()

  const other = await scene.paid()
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  const unnoticed = await refundThere(other, PART)
  shop.sandbox.faults.clear()
  await moveRefund(unnoticed, 'failed')
  expect(await scene.reviewOf(other)).toBeNull()
})

test('it is also detected next to a partial refund by the owner, which is unaffected', async () => {
  const reference = await scene.paid()
  await refundByOwner(reference, PART)
  await settleAll()
  const own = await scene.refundOf(reference)
  expect([own?.state, await scene.reviewOf(reference)]).toEqual(['sent', null])

  const rest = await refundThere(reference, TOTAL - PART)
  expect(await scene.reviewOf(reference)).toBe(`a refund was made at the provider (${rest})`)
  expect(await scene.refundOf(reference)).toMatchObject({
    state: 'sent',
    providerRefundId: own?.providerRefundId,
  })
  passTime(shop, 61)
  await settleAll()
  await moveRefund(rest, 'processed')
  expect(await scene.refundOf(reference)).toMatchObject({
    state: 'done',
    providerRefundId: own?.providerRefundId,
  })
  expect(await scene.reviewOf(reference)).toBe(
    `a refund was made at the provider (${rest}); the payment was reversed`,
  )
  expect(await scene.state(reference)).toEqual(['paid', 'refunded'])
})

test('a reversal by the bank after a partial refund by the owner is detected from a refund event', async () => {
  const reference = await scene.paid()
  await refundByOwner(reference, PART)
  await settleAll()
  await shop.sandbox.advance(reference, 'reversed')
  const body = { reference, event: 'refund.processing', data: { transaction_reference: reference } }
  await shop.sandbox.app.request('/__event', {
    method: 'POST',
    headers: { authorization: `Bearer ${PROVIDER_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await settleAll()
  expect(await scene.reviewOf(reference)).toBe('the payment was reversed')
})

test.each([
  ['in full', undefined, 'refunded'],
  ['in part', PART, 'succeeded'],
])('what the owner refunded %s is neither an external refund nor a reversal', async (_, amount, state) => {
  const reference = await scene.paid()
  await refundByOwner(reference, amount)
  await settleAll()
  passTime(shop, 61)
  await settleAll()
  await moveRefund((await scene.refundOf(reference))?.providerRefundId, 'processed')
  expect(await scene.state(reference)).toEqual(['paid', state])
  expect((await scene.refundOf(reference))?.state).toBe('done')
  expect(await scene.reviewOf(reference)).toBeNull()
})

test('a refund of ours that failed and was repeated by hand is done, and flagged only as stuck', async () => {
  const old = await scene.refundDue()
  await settleAll()
  const own = await scene.refundOf(old)
  await moveRefund(own?.providerRefundId, 'failed')
  expect(await scene.state(old)).toEqual(['cancelled', 'refund_stuck'])
  const again = await refundThere(old, TOTAL)
  await moveRefund(again, 'processed')
  expect(await scene.refundOf(old)).toMatchObject({ state: 'done', providerRefundId: again })
  expect(await scene.state(old)).toEqual(['cancelled', 'refunded'])
  expect(await scene.reviewOf(old)).toMatch(/^the refund is stuck \(failed, \d+\)$/)
})

test('while the provider cannot list the refunds, the event stays open', async () => {
  const reference = await scene.paid()
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  const id = await refundThere(reference, PART)
  shop.sandbox.faults.clear()
  shop.sandbox.faults.set({ target: 'refund', kind: 'error500', reference })
  await moveRefund(id, 'processing')
  expect(await scene.reviewOf(reference)).toBeNull()
  shop.sandbox.faults.clear()
  passTime(shop, 1)
  await settleAll()
  expect(await scene.reviewOf(reference)).toBe(`a refund was made at the provider (${id})`)
})

test('a second refund whose event comes while the same bytes of the first are being settled is found', async () => {
  const reference = await scene.paid()
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  const made = await shop.provider.refund(reference, PART)
  if (made.kind !== 'requested') throw new Error(made.kind)
  const pending = JSON.stringify({
    event: 'refund.pending',
    data: { transaction_reference: reference, refund_reference: null, amount: String(PART) },
  })
  await scene.deliver(pending)
  const { listRefunds } = shop.provider
  let second: string | undefined
  shop.provider.listRefunds = async (payment) => {
    const listed = await listRefunds(payment)
    shop.provider.listRefunds = listRefunds
    const again = await shop.provider.refund(reference, PART)
    second = again.kind === 'requested' ? again.id : undefined
    shop.clock.now += 1
    await scene.deliver(pending)
    return listed
  }
  await shop.jobs.runDue()
  await shop.jobs.runDue()
  expect(await scene.reviewOf(reference)).toContain(`a refund was made at the provider (${second})`)
})
