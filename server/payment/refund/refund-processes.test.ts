import { eq, inArray } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { refunds } from '#server/db/schema/payment.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { getOrderOf, passTime, placeOrder } from '#test/support/purchase.ts'
import { checkRefund, defineRefundWork, sendDueRefunds } from './refund.ts'
import { refundOrder } from './refund-order.ts'
import { insertRefund } from './refund-store.ts'

const scene = openPaymentScene()
const { shop } = scene

describe('a refund that several processes work on', () => {
  /** Lets another process send the refunds that are due, between this one's question what was refunded and what follows. */
  async function sendDueRefundsAfter(other: typeof shop): Promise<void> {
    const { listRefunds } = shop.provider
    let isFirst = true
    const provider: typeof shop.provider = {
      ...shop.provider,
      listRefunds: async (...request) => {
        const found = await listRefunds(...request)
        if (isFirst) {
          isFirst = false
          await sendDueRefunds(other)
        }
        return found
      },
    }
    await sendDueRefunds({ ...shop, provider })
  }

  test('is requested once by two processes, one of them slower than its lease', async () => {
    shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    const references = [await scene.refundDue(), await scene.refundDue(), await scene.refundDue()]
    const asked: string[] = []
    const withPause = (away: () => Promise<void>): Pick<typeof shop, 'provider'> => ({
      provider: {
        ...shop.provider,
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
    const other = { ...shop, ...withPause(async () => {}) }
    let looks = 0
    const slow = withPause(async () => {
      passTime(shop, 40 / 60)
      looks += 1
      if (looks === 2) await sendDueRefunds(other)
    })
    await sendDueRefunds({ ...shop, ...slow })
    expect(asked.toSorted()).toEqual(references.toSorted())
    // Request them for real, or the ledger check after each test fails.
    await shop.db
      .update(refunds)
      .set({ state: 'requested', providerRefundId: null, nextTryAt: shop.now() })
      .where(inArray(refunds.reference, references))
    await shop.jobs.runDue()
  })

  test('is not overtaken by a retry of its job while the provider takes as long as it may', async () => {
    const expireInS: number[] = []
    const define: typeof shop.jobs.define = (_queue, options) => expireInS.push(options.expireInS)
    defineRefundWork({ ...shop, jobs: { ...shop.jobs, define } })
    shop.settings.rateLimits = false
    const references = await Promise.all(
      Array.from({ length: 10 }, () => placeOrder(shop, [{ productId: scene.tee }])),
    )
    shop.settings.rateLimits = true
    for (const reference of references) {
      const { attempt } = await getOrderOf(shop, reference)
      const owed = { reference, attemptId: attempt.id, amount: 1, reason: 'mismatch' } as const
      await insertRefund(shop.db, owed, shop.now())
    }
    let tookS = 0
    const slow: Pick<typeof shop.provider, 'listRefunds' | 'refund'> = {
      listRefunds: async () => {
        tookS += 10
        return { kind: 'listed', refunds: [] }
      },
      refund: async () => {
        tookS += 10
        return { kind: 'unavailable' }
      },
    }
    await sendDueRefunds({ ...shop, provider: { ...shop.provider, ...slow } })
    await shop.db.delete(refunds).where(inArray(refunds.reference, references))
    expect(tookS).toBe(200)
    expect(expireInS.filter((each) => each <= tookS)).toEqual([])
    expect(expireInS).toHaveLength(1)
  })

  test('does not wait, when an event asks for it, for others that are due', async () => {
    const [first, asked] = [await scene.refundDue(), await scene.refundDue()]
    const { listRefunds } = shop.provider
    const looked: string[] = []
    const provider: typeof shop.provider = {
      ...shop.provider,
      listRefunds: (payment) => {
        looked.push(payment.reference)
        return listRefunds(payment)
      },
    }
    await checkRefund({ ...shop, provider }, asked)
    expect(looked).toEqual([asked])
    expect((await scene.refundOf(first))?.state).toBe('requested')
    await shop.jobs.runDue()
  })

  test('is requested once by two processes whose clocks are minutes apart', async () => {
    const reference = await scene.refundDue()
    shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    const ahead = { ...shop, now: () => new Date(shop.clock.now + 5 * 60_000) }
    await sendDueRefundsAfter(ahead)
    await scene.expectRefundedOnce(reference)
  })

  test('in part is requested once, even if a process with a faster clock has just lost the response to it', async () => {
    const reference = await scene.paid()
    const { order } = await getOrderOf(shop, reference)
    shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    const { refund: ask } = shop.provider
    shop.provider.refund = async () => ({ kind: 'unavailable' })
    await refundOrder(shop, { orderId: order.id, amount: 250_000, reason: 'torn', actor: 'ngozi' })
    shop.provider.refund = ask
    passTime(shop, 2)
    const losing: typeof shop.provider = {
      ...shop.provider,
      refund: async (...request) => {
        await ask(...request)
        return { kind: 'unknown', message: 'the connection broke' }
      },
    }
    const ahead = { ...shop, provider: losing, now: () => new Date(shop.clock.now + 5 * 60_000) }
    await sendDueRefundsAfter(ahead)
    expect(await scene.refundsAtProvider(reference)).toMatchObject([{ amount: 250_000 }])
    passTime(shop, 10)
    await shop.jobs.runDue()
    expect((await scene.refundOf(reference))?.state).not.toBe('requested')
  })
})

test('an event about a refund whose request is in flight does not interfere', async () => {
  const reference = await scene.refundDue()
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
  const asked: string[] = []
  const away = { ...shop.provider, listRefunds: async () => ({ kind: 'listed', refunds: [] }) as const }
  const other = {
    ...shop,
    provider: {
      ...away,
      refund: async () => {
        asked.push('other')
        return { kind: 'requested', id: '2' } as const
      },
    },
  }
  const first = {
    ...shop,
    provider: {
      ...away,
      refund: async () => {
        asked.push('first')
        // The event overtakes the response and reaches another process, before the list contains the refund.
        await checkRefund(other, reference)
        return { kind: 'requested', id: '1' } as const
      },
    },
  }
  await sendDueRefunds(first)
  expect(asked).toEqual(['first'])
  expect(await scene.refundOf(reference)).toMatchObject({ state: 'sent', providerRefundId: '1' })
  await shop.db
    .update(refunds)
    .set({ state: 'requested', providerRefundId: null, nextTryAt: shop.now() })
    .where(eq(refunds.reference, reference))
  await shop.jobs.runDue()
})
