import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { paymentAttempts } from '#server/db/schema/payment.ts'
import type { ProviderTransaction, VerifyResult } from '#server/payment/provider.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { getOrderOf, passTime, pay, placeOrder, stockOf, verify } from '#test/support/purchase.ts'
import { comparePayment } from './compare.ts'

const scene = openPaymentScene()

/** Changes what the provider reports about one payment, until the returned function is called. */
function report(reference: string, change: (transaction: ProviderTransaction) => VerifyResult): () => void {
  const { provider } = scene.shop
  const ask = provider.verify
  provider.verify = async (asked) => {
    const result = await ask(asked)
    return asked === reference && result.kind === 'known' ? change(result.transaction) : result
  }
  return () => {
    provider.verify = ask
  }
}
const known = (transaction: ProviderTransaction): VerifyResult => ({ kind: 'known', transaction })

const sweep = async (minutes: number) => {
  passTime(scene.shop, minutes)
  await scene.shop.jobs.runDue()
}

describe('what cannot be settled', () => {
  test.each<[string, (transaction: ProviderTransaction, paidBefore: string) => VerifyResult, string]>([
    [
      'in a form that we do not know',
      () => ({ kind: 'unreadable' }),
      'it comes in a form that we do not know',
    ],
    [
      'with the provider’s number of another payment',
      (transaction, id) => known({ ...transaction, id }),
      'the database refuses what it says (23505)',
    ],
  ])('%s becomes an issue within a sweep; its hold ends, and the sweep goes on', async (_, change, why) => {
    const paidBefore = (await getOrderOf(scene.shop, await scene.paid())).attempt.providerTransactionId ?? ''
    const [available = 0] = await stockOf(scene.shop, scene.tee)
    const odd = await scene.paidWithoutEvent()
    const other = await scene.paidWithoutEvent()
    const restore = report(odd, (transaction) => change(transaction, paidBefore))
    await sweep(3)
    expect(await scene.state(other)).toEqual(['paid', 'succeeded'])
    expect(await scene.state(odd)).toEqual(['pending', 'started'])
    expect(await scene.reviewOf(odd)).toBe(`nobody can tell whether it was paid: ${why}`)
    expect((await verify(scene.shop, odd)).status).toBe(502)
    expect(await comparePayment(scene.shop, odd)).toMatchObject({ differs: true })
    await scene.close(odd)
    await sweep(31)
    expect(await scene.state(odd)).toEqual(['cancelled', 'expired'])
    expect(await stockOf(scene.shop, scene.tee)).toEqual([available - 1, 0, 2])
    // A closed issue is not opened again.
    await sweep(60)
    expect(await scene.reviewOf(odd)).toBeNull()
    // Once it can be read it is settled like any late payment.
    restore()
    await sweep(60)
    expect(await scene.state(odd)).toEqual(['paid', 'succeeded'])
  })
})

describe('without the amount that was asked for', () => {
  const settleWith = async (changes: Partial<ProviderTransaction>) => {
    const reference = await scene.paidWithoutEvent()
    const restore = report(reference, (transaction) =>
      known({ ...transaction, requestedAmount: null, ...changes }),
    )
    await sweep(3)
    restore()
    return reference
  }

  test('a payment of exactly our total is paid', async () => {
    const reference = await settleWith({})
    expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
  })

  test.each<[string, Partial<ProviderTransaction>]>([
    ['another amount', { amount: 100 }],
    ['our total and the fee', { amount: 1_560_000, fees: 10_000 }],
  ])('%s is for a person, and is not refunded', async (_, changes) => {
    const reference = await settleWith(changes)
    expect(await scene.state(reference)).toEqual(['pending', 'mismatch'])
    expect(await scene.reviewOf(reference)).toBe('payment mismatch: another amount was paid')
    expect(await scene.refundOf(reference)).toBeUndefined()
    await sweep(31)
    expect((await scene.state(reference))[0]).toBe('cancelled')
  })
})

test('a refund whose response is lost is not requested twice where the provider ignores the filter of its list', async () => {
  const { faults } = scene.shop.sandbox
  faults.set({ target: 'refund', kind: 'unfiltered' })
  faults.set({ target: 'refund', kind: 'cursor' })
  faults.set({ target: 'refund', kind: 'act_then_drop', times: 2 })
  const reference = await scene.refundDue()
  for (let swept = 0; swept < 3; swept++) await sweep(2)
  const refunds = scene.shop.sandbox.refunds().filter((refund) => refund.transactionReference === reference)
  expect(refunds).toHaveLength(1)
  expect((await scene.refundOf(reference))?.state).not.toBe('failed')
})

test('a refund that the key is too old for is told to the owner, and sent with the next key', async () => {
  const { faults } = scene.shop.sandbox
  faults.set({ target: 'refund', kind: 'invalid_key' })
  const reference = await scene.refundDue()
  await sweep(2)
  expect((await scene.refundOf(reference))?.state).toBe('requested')
  expect(await scene.reviewOf(reference)).toMatch(/^the refund is stuck \(the provider refuses the key/)
  faults.clear()
  await sweep(2)
  expect((await scene.refundOf(reference))?.state).not.toBe('requested')
})

test('a bank transfer that the provider has rejected is for a person', async () => {
  const reference = await placeOrder(scene.shop, [{ productId: scene.tee }])
  await sweep(3)
  const rows = await scene.shop.db
    .select({ id: paymentAttempts.providerTransactionId })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.reference, reference))
  const data = { bank_transfer: { transaction_id: Number(rows[0]?.id) } }
  await scene.deliver(JSON.stringify({ event: 'bank.transfer.rejected', data }))
  await scene.shop.jobs.runDue()
  expect(await scene.reviewOf(reference)).toBe(
    'nobody can tell whether it was paid: a bank transfer arrived and was rejected',
  )
  // It can still be paid.
  await pay(scene.shop, reference)
  await sweep(3)
  expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
})
