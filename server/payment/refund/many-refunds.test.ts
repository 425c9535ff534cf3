import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { transact } from '#server/db/retry.ts'
import { stockMoves } from '#server/db/schema/stock.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { compareBooks } from '#test/support/provider-ledger.ts'
import { getOrderOf, mailsTo, passTime, stockOf } from '#test/support/purchase.ts'
import { PROVIDER_KEY } from '#test/support/shop.ts'
import type { WantedRefund } from './measure-refund.ts'
import { checkRefund, sendDueRefunds } from './refund.ts'
import { makeRefund, refundOrder } from './refund-order.ts'
import { listRefundsOf } from './refund-store.ts'

const scene = openPaymentScene()
const { shop } = scene
const TOTAL = 1_550_000
const TEE = 1_250_000

const refund = async (reference: string, wanted: WantedRefund) => {
  const { order } = await getOrderOf(shop, reference)
  return refundOrder(shop, { orderId: order.id, ...wanted, reason: 'torn', actor: 'ngozi' })
}
const own = async (reference: string) =>
  (await listRefundsOf(shop.db, reference)).map(({ number, amount, state, isWhole }) => [
    number,
    amount,
    state,
    isWhole,
  ])
const atProvider = async (reference: string) => {
  const response = await shop.sandbox.app.request(`/refund?transaction=${reference}`, {
    headers: { authorization: `Bearer ${PROVIDER_KEY}` },
  })
  const { data } = (await response.json()) as { data: { amount: number }[] }
  return data.map(({ amount }) => amount).toReversed()
}
const settleAll = async (minutes = 61) => {
  passTime(shop, minutes)
  await shop.jobs.runDue()
}
const withoutEvents = () => shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
/** The provider acts on the next request for a refund, and its response is lost. */
function loseNextResponse(): void {
  const { refund: ask } = shop.provider
  shop.provider.refund = async (...request) => {
    shop.provider.refund = ask
    await ask(...request)
    return { kind: 'unknown', message: 'the connection broke' }
  }
}

test('several parts of a payment return, by lines, by amount and what is left; then nothing is left', async () => {
  const reference = await scene.paid()
  const { order } = await getOrderOf(shop, reference)
  const before = await stockOf(shop, scene.tee)
  await refund(reference, { amount: 100_000 })
  await refund(reference, { pieces: [{ position: 0, quantity: 1 }], isRestocked: true })
  expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
  await expect(refund(reference, { amount: TOTAL })).rejects.toThrow('only ₦2,000 is left')
  await expect(refund(reference, { pieces: [{ position: 0, quantity: 1 }] })).rejects.toThrow(
    'Of line 1, 0 of 1 can still be refunded',
  )
  await refund(reference, {})
  await expect(refund(reference, { amount: 1 })).rejects.toThrow('is on its way back already')
  expect(await atProvider(reference)).toEqual([100_000, TEE, 200_000])
  await settleAll()
  expect(await own(reference)).toEqual([
    [1, 100_000, 'done', false],
    [2, TEE, 'done', false],
    [3, 200_000, 'done', true],
  ])
  expect(await scene.state(reference)).toEqual(['paid', 'refunded'])
  expect(await scene.reviewOf(reference)).toBeNull()
  expect(await stockOf(shop, scene.tee)).toEqual([before[0]! + 1, before[1], before[2]! - 1])
  const subjects = (await mailsTo(shop, order.email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.startsWith('We are returning'))).toHaveLength(3)
  const named = (await mailsTo(shop, order.email)).find(({ subject }) => subject.includes('₦12,500'))
  expect(named?.textBody).toContain('It is for 1 × Oju Tee (black, M).')
  await compareBooks(shop)
})

test('refunds asked for at once are made one after the other: each that is made reaches the provider once', async () => {
  const reference = await scene.paid()
  const all = await Promise.allSettled(
    Array.from({ length: 6 }, () => refund(reference, { amount: 600_000 })),
  )
  const made = all.filter(({ status }) => status === 'fulfilled').length
  expect(made).toBeGreaterThanOrEqual(1)
  expect(made).toBeLessThanOrEqual(2)
  expect(await atProvider(reference)).toEqual(Array.from({ length: made }, () => 600_000))
  expect(await own(reference)).toHaveLength(made)
})

test('two that the provider was asked about before either was made do not return more than was paid', async () => {
  const reference = await scene.paid()
  const { order } = await getOrderOf(shop, reference)
  const asked = { paid: TOTAL, external: [] }
  const wanted = { orderId: order.id, amount: 900_000, reason: 'torn', actor: 'ngozi' }
  const make = () => transact(shop.db, (tx) => makeRefund(tx, shop, wanted, asked))
  const twice = await Promise.allSettled([make(), make()])
  expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await sendDueRefunds(shop)
  await expect(make()).rejects.toThrow('only ₦6,500 is left')
  expect(await atProvider(reference)).toEqual([900_000])
})

describe('a refund whose response is lost', () => {
  test('keeps the next one waiting, and is the number in the list that nobody knew', async () => {
    const reference = await scene.paid()
    await refund(reference, { amount: 250_000 })
    const [first] = await listRefundsOf(shop.db, reference)
    withoutEvents()
    const { listRefunds } = shop.provider
    loseNextResponse()
    // The same amount, so that only the number tells them apart.
    await refund(reference, { amount: 250_000 })
    shop.provider.listRefunds = async () => ({ kind: 'unreachable', message: 'away' })
    await expect(refund(reference, { amount: 1 })).rejects.toThrow('is still being refunded')
    shop.provider.listRefunds = listRefunds
    await settleAll(2)
    const [same, second] = await listRefundsOf(shop.db, reference)
    expect(same?.providerRefundId).toBe(first?.providerRefundId)
    expect(second).toMatchObject({ number: 2, state: 'sent' })
    expect([null, first?.providerRefundId]).not.toContain(second?.providerRefundId)
    await refund(reference, { amount: 100_000 })
    expect(await atProvider(reference)).toEqual([250_000, 250_000, 100_000])
    expect(await scene.reviewOf(reference)).toBeNull()
  })

  test('and beside which one of the same amount was made by hand: one is ours, the other a case for a person', async () => {
    const reference = await scene.paid()
    withoutEvents()
    loseNextResponse()
    await refund(reference, { amount: 250_000 })
    const byHand = await shop.provider.refund(reference, 250_000)
    expect(byHand.kind).toBe('requested')
    await settleAll(2)
    expect(await own(reference)).toEqual([[1, 250_000, 'sent', false]])
    expect(await scene.reviewOf(reference)).toMatch(/^a refund was made at the provider \(\d+\)$/)
    // What was made by hand counts, and is not taken for a refund that is lost later.
    loseNextResponse()
    await expect(refund(reference, { amount: 1_100_000 })).rejects.toThrow('only ₦10,500 is left')
    await refund(reference, { amount: 250_000 })
    await settleAll(2)
    expect(new Set((await listRefundsOf(shop.db, reference)).map((each) => each.providerRefundId)).size).toBe(
      2,
    )
    expect(await atProvider(reference)).toEqual([250_000, 250_000, 250_000])
    expect(await scene.close(reference)).toMatch(/^a refund was made at the provider \(\d+\)$/)
  })

  test('and never arrived: the next one waits until a person has closed the issue', async () => {
    const reference = await scene.paid()
    const { refund: ask } = shop.provider
    shop.provider.refund = async () => ({ kind: 'unknown', message: 'the connection broke' })
    await refund(reference, { amount: 250_000 })
    shop.provider.refund = ask
    for (let tries = 0; tries < 3; tries += 1) await settleAll(31)
    expect(await own(reference)).toEqual([[1, 250_000, 'failed', false]])
    await expect(refund(reference, { amount: 250_000 })).rejects.toThrow('is still being refunded')
    await scene.close(reference)
    await refund(reference, { amount: 250_000 })
    expect(await atProvider(reference)).toEqual([250_000])
  })
})

test('a refund that the provider refuses returns nothing, and the next one may be made', async () => {
  const reference = await scene.paid()
  const { refund: ask } = shop.provider
  shop.provider.refund = async () => ({ kind: 'refused', message: 'no balance' })
  const refused = await refund(reference, { pieces: [{ position: 0, quantity: 1 }], isRestocked: true })
  expect(refused).toMatchObject({ state: 'failed', askedAt: null })
  shop.provider.refund = ask
  await expect(
    refund(reference, { pieces: [{ position: 0, quantity: 1 }], isRestocked: true }),
  ).rejects.toThrow('back on sale already')
  await refund(reference, { pieces: [{ position: 0, quantity: 1 }] })
  const { order } = await getOrderOf(shop, reference)
  const moves = await shop.db.select().from(stockMoves).where(eq(stockMoves.orderId, order.id))
  expect(moves.filter(({ kind }) => kind === 'return')).toMatchObject([{ quantity: 1, refundNumber: 1 }])
  await scene.close(reference)
  // An event about one of them leaves the other as it is.
  const [first, second] = await listRefundsOf(shop.db, reference)
  await scene.moveRefund(second?.providerRefundId, 'processed')
  await shop.jobs.runDue()
  expect(await checkRefund(shop, reference)).toBe(true)
  expect((await own(reference)).map(([, , state]) => state)).toEqual(['failed', 'done'])
  expect(first?.providerRefundId).toBeNull()
})
