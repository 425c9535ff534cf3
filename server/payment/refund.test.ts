import { eq, inArray } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { refunds } from '#server/db/schema.ts'
import { resolveOrder } from '#server/order/resolve.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { getOrderOf, passTime } from '#test/support/purchase.ts'
import { PROVIDER_KEY } from '#test/support/shop.ts'
import { lookAfterRefund, sendDueRefunds } from './refund.ts'

const scene = openPaymentScene()

describe('a refund', () => {
  const sandboxRefunds = async (reference: string) => {
    const answer = await scene.shop.sandbox.app.request(`/refund?reference=${reference}`, {
      headers: { authorization: `Bearer ${PROVIDER_KEY}` },
    })
    return ((await answer.json()) as { data: { amount: number }[] }).data
  }

  test('whose answer is lost after the provider acted is not asked for twice', async () => {
    const reference = await scene.refundDue()
    scene.shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    const ask = scene.shop.provider.refund
    scene.shop.provider.refund = async (...request) => {
      await ask(...request)
      return { kind: 'unknown', message: 'the connection broke' }
    }
    await scene.shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['cancelled', 'refund_due'])
    scene.shop.provider.refund = ask
    for (let tries = 0; tries < 3; tries++) {
      passTime(scene.shop, 1.1)
      await scene.shop.jobs.runDue()
    }
    expect(await sandboxRefunds(reference)).toMatchObject([{ amount: 1_550_000 }])
    expect((await scene.state(reference))[1]).toMatch(/^refund_sent$|^refunded$/)
  })

  test('is asked for once by two processes that take longer for each than they may', async () => {
    scene.shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    const references = [await scene.refundDue(), await scene.refundDue(), await scene.refundDue()]
    const asked: string[] = []
    const tellTime = (away: () => Promise<void>): Pick<typeof scene.shop, 'provider'> => ({
      provider: {
        ...scene.shop.provider,
        listRefunds: async () => {
          await away()
          return { kind: 'listed', refunds: [] }
        },
        refund: async (reference) => {
          asked.push(reference)
          return { kind: 'requested', id: String(asked.length) }
        },
      },
    })
    const other = { ...scene.shop, ...tellTime(async () => {}) }
    let looks = 0
    const slow = tellTime(async () => {
      passTime(scene.shop, 40 / 60)
      looks += 1
      if (looks === 2) await sendDueRefunds(other)
    })
    await sendDueRefunds({ ...scene.shop, ...slow })
    expect(asked.toSorted()).toEqual(references.toSorted())
    // Really, too: else the books of all tests would not balance.
    await scene.shop.db
      .update(refunds)
      .set({ state: 'requested', providerRefundId: null, nextTryAt: scene.shop.now() })
      .where(inArray(refunds.reference, references))
    await scene.shop.jobs.runDue()
  })

  test('is asked for again while the provider is away', async () => {
    const reference = await scene.refundDue()
    scene.shop.sandbox.faults.set({ target: 'refund', kind: 'drop', reference })
    await scene.shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['cancelled', 'refund_due'])
    scene.shop.sandbox.faults.clear()
    passTime(scene.shop, 1.1)
    await scene.shop.jobs.runDue()
    expect(await sandboxRefunds(reference)).toHaveLength(1)
    expect((await scene.state(reference))[1]).toMatch(/^refund_sent$|^refunded$/)
  })
})

test('a refund that waits for a person is their case once, however often the provider says so', async () => {
  const reference = await scene.refundDue()
  scene.shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  await scene.shop.jobs.runDue()
  const ask = scene.shop.provider.listRefunds
  const { providerRefundId: id, amount } = (await scene.refundOf(reference))!
  const { order } = await getOrderOf(scene.shop, reference)
  let said: 'needs-attention' | 'under-way' | 'failed' = 'needs-attention'
  scene.shop.provider.listRefunds = async () => ({
    kind: 'listed',
    refunds: [{ id: id ?? '', state: said, amount }],
  })
  const review = async () => {
    passTime(scene.shop, 61)
    await scene.shop.jobs.runDue()
    return (await getOrderOf(scene.shop, reference)).order.needsReview
  }
  const stuck = `the refund is stuck (needs-attention, ${id})`
  expect(await review()).toBe(stuck)
  await resolveOrder(scene.shop.db, { orderId: order.id, actor: 'owner', note: 'asked' }, scene.shop.now())
  expect([await review(), await review()]).toEqual([null, null])
  said = 'under-way'
  expect(await review()).toBeNull()
  said = 'needs-attention'
  expect(await review()).toBe(stuck)
  await resolveOrder(scene.shop.db, { orderId: order.id, actor: 'owner', note: 'asked' }, scene.shop.now())
  expect(await review()).toBeNull()
  said = 'failed'
  expect(await review()).toBe(`the refund is stuck (failed, ${id})`)
  scene.shop.provider.listRefunds = ask
})

test('a refund that the provider refused is not looked for ever after', async () => {
  const reference = await scene.refundDue()
  scene.shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  const ask = scene.shop.provider.refund
  scene.shop.provider.refund = async () => ({ kind: 'refused', message: 'a dispute is open' })
  await scene.shop.jobs.runDue()
  expect((await scene.refundOf(reference))?.state).toBe('failed')
  expect(await lookAfterRefund(scene.shop, reference)).toBe(true)
  expect(await scene.refundOf(reference)).toMatchObject({
    state: 'failed',
    nextTryAt: null,
    providerRefundId: null,
  })
  expect(await scene.state(reference)).toEqual(['cancelled', 'refund_stuck'])
  scene.shop.provider.refund = ask
  // As an owner would: the books of all tests must balance.
  await scene.shop.db
    .update(refunds)
    .set({ state: 'requested', nextTryAt: scene.shop.now() })
    .where(eq(refunds.reference, reference))
  await scene.shop.jobs.runDue()
})

test('an event about a refund that is being asked for leaves it to whoever asks', async () => {
  const reference = await scene.refundDue()
  scene.shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  const asked: string[] = []
  const away = { ...scene.shop.provider, listRefunds: async () => ({ kind: 'listed', refunds: [] }) as const }
  const other = {
    ...scene.shop,
    provider: {
      ...away,
      refund: async () => {
        asked.push('other')
        return { kind: 'requested', id: '2' } as const
      },
    },
  }
  const first = {
    ...scene.shop,
    provider: {
      ...away,
      refund: async () => {
        asked.push('first')
        // Its event is faster than its answer, and reaches another process; the list does not have it yet.
        await lookAfterRefund(other, reference)
        return { kind: 'requested', id: '1' } as const
      },
    },
  }
  await sendDueRefunds(first)
  expect(asked).toEqual(['first'])
  expect(await scene.refundOf(reference)).toMatchObject({ state: 'sent', providerRefundId: '1' })
  await scene.shop.db
    .update(refunds)
    .set({ state: 'requested', providerRefundId: null, nextTryAt: scene.shop.now() })
    .where(eq(refunds.reference, reference))
  await scene.shop.jobs.runDue()
})

describe('a refund that the banks send back', () => {
  async function done(): Promise<string> {
    const old = await scene.refundDue()
    await scene.shop.jobs.runDue()
    passTime(scene.shop, 61)
    await scene.shop.jobs.runDue()
    expect(await scene.state(old)).toEqual(['cancelled', 'refunded'])
    return old
  }

  test.each([
    ['told by its event', false],
    ['found by the daily comparison', true],
  ])('%s, is handed to a person', async (_, isUntold) => {
    const reference = await done()
    if (isUntold) scene.shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    await scene.moveRefund((await scene.refundOf(reference))?.providerRefundId, 'failed')
    if (isUntold) passTime(scene.shop, 24 * 60)
    await scene.shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['cancelled', 'refund_stuck'])
    expect((await getOrderOf(scene.shop, reference)).order.needsReview).toMatch(
      /^the refund is stuck \(failed, \d+\)$/,
    )
    expect((await scene.refundOf(reference))?.state).toBe('failed')
  })
})
