import { expect, test } from 'vitest'
import { issueText } from '#server/order/issue-text.ts'
import { resolveOrder } from '#server/order/resolve.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { getOrderOf, passTime, verify } from '#test/support/purchase.ts'
import { openIssuesOf, reviewOf } from '#test/support/review.ts'

const scene = openPaymentScene()
const { shop } = scene

test('a dispute is flagged for review and leaves the order paid', async () => {
  const reference = await scene.paidWithoutEvent()
  await verify(shop, reference)
  const body = JSON.stringify({ event: 'charge.dispute.create', data: { transaction: { reference } } })
  await scene.deliver(body)
  await shop.jobs.runDue()
  const { order } = await getOrderOf(shop, reference)
  expect([order.status, await reviewOf(shop.db, order.id)]).toEqual(['paid', 'the payment is disputed'])
})

test('a lost dispute is detected from its event, and neither reason hides the other', async () => {
  const reference = await scene.paidWithoutEvent()
  await verify(shop, reference)
  const opened = JSON.stringify({ event: 'charge.dispute.create', data: { transaction: { reference } } })
  await scene.deliver(opened)
  await shop.jobs.runDue()
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  await shop.sandbox.advance(reference, 'reversed')
  const body = JSON.stringify({ event: 'charge.dispute.resolve', data: { transaction: { reference } } })
  await scene.deliver(body)
  await scene.deliver(`${body} `)
  await shop.jobs.runDue()
  const { order } = await getOrderOf(shop, reference)
  expect([order.status, await reviewOf(shop.db, order.id)]).toEqual([
    'paid',
    'the payment is disputed; the payment was reversed',
  ])
  expect(issueText({ kind: 'review', issues: await openIssuesOf(shop.db, order.id) })).toMatch(
    /disputes the payment .* took the payment back/,
  )
})

test('the end of a dispute does not reopen a closed issue', async () => {
  const reference = await scene.paidWithoutEvent()
  await verify(shop, reference)
  const { id } = (await getOrderOf(shop, reference)).order
  const tell = async (event: string) => {
    const body = JSON.stringify({ event: `charge.dispute.${event}`, data: { transaction: { reference } } })
    await scene.deliver(body)
    await shop.jobs.runDue()
    return reviewOf(shop.db, id)
  }
  await tell('create')
  await resolveOrder(shop.db, { orderId: id, actor: 'ngozi', note: 'answered' }, shop.now())
  expect(await tell('resolve')).toBeNull()
  passTime(shop, 1)
  expect(await tell('remind')).toBe('the payment is disputed')
})

test('a dispute is flagged, once, even while its payment cannot be verified', async () => {
  const reference = await scene.paidWithoutEvent()
  await verify(shop, reference)
  shop.sandbox.faults.set({ target: 'verify', kind: 'error500' })
  await scene.deliver(
    JSON.stringify({ event: 'charge.dispute.create', data: { transaction: { reference } } }),
  )
  await shop.jobs.runDue()
  expect(await scene.close(reference)).toBe('the payment is disputed')
  passTime(shop, 2)
  await shop.jobs.runDue()
  expect(await scene.reviewOf(reference)).toBeNull()
  shop.sandbox.faults.clear()
  passTime(shop, 2)
  await shop.jobs.runDue()
  expect(await scene.reviewOf(reference)).toBeNull()
})
