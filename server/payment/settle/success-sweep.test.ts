import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { paymentAttempts } from '#server/db/schema/payment.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { passTime, pay, placeOrder } from '#test/support/purchase.ts'
import { checkDuePayments } from './reconcile.ts'
import { sweepSuccesses } from './success-sweep.ts'

const scene = openPaymentScene()
const { shop } = scene

describe('the daily comparison with the provider', () => {
  const noLook = { nextCheckAt: new Date('2030-01-01T00:00:00Z') }

  test('settles an unreported success, even days later', async () => {
    const reference = await placeOrder(shop, [{ productId: scene.tee }])
    passTime(shop, 31)
    await shop.jobs.runDue()
    await shop.db.update(paymentAttempts).set(noLook).where(eq(paymentAttempts.reference, reference))
    shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    await pay(shop, reference)
    passTime(shop, 3 * 24 * 60)
    await shop.jobs.runDue()
    expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
  })

  test('settles, within a week, a success of a page that was opened weeks ago', async () => {
    const reference = await placeOrder(shop, [{ productId: scene.tee }])
    for (let day = 0; day < 20; day += 1) {
      passTime(shop, 24 * 60)
      await checkDuePayments(shop)
      await sweepSuccesses(shop)
    }
    shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    await pay(shop, reference)
    for (let day = 0; day < 7; day += 1) {
      passTime(shop, 24 * 60)
      await shop.jobs.runDue()
    }
    expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
  })

  test('runs once a day across all processes', async () => {
    passTime(shop, 24 * 60)
    const list = shop.provider.listSuccesses
    let runs = 0
    shop.provider.listSuccesses = async (span) => {
      runs += 1
      return list(span)
    }
    await Promise.all([sweepSuccesses(shop), sweepSuccesses(shop), sweepSuccesses(shop)])
    passTime(shop, 23 * 60)
    await sweepSuccesses(shop)
    shop.provider.listSuccesses = list
    expect(runs).toBe(1)
  })

  test.each([
    ['fails', () => Promise.reject(new Error('the database is busy'))],
    ['gets no response', async () => ({ kind: 'unreachable', message: 'HTTP 500' }) as const],
  ])('continues after a payment that %s, and after a run with a wrong clock', async (_, fail) => {
    const broken = await placeOrder(shop, [{ productId: scene.tee }])
    const reference = await placeOrder(shop, [{ productId: scene.tee }])
    shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
    for (const paid of [broken, reference]) {
      await shop.db.update(paymentAttempts).set(noLook).where(eq(paymentAttempts.reference, paid))
      await pay(shop, paid)
    }
    const YEAR_MS = 365 * 86_400_000
    await sweepSuccesses({ ...shop, now: () => new Date(shop.clock.now + YEAR_MS) })
    const ask = shop.provider.verify
    const verify: typeof ask = async (asked) => (asked === broken ? fail() : ask(asked))
    await sweepSuccesses({ ...shop, provider: { ...shop.provider, verify } })
    expect(await scene.state(broken)).toEqual(['pending', 'started'])
    expect(await scene.state(reference)).toEqual(['paid', 'succeeded'])
    // It is retried in an hour, not in a day.
    passTime(shop, 61)
    await sweepSuccesses(shop)
    expect((await scene.state(broken))[0]).toBe('paid')
  })

  test.each([
    ['cannot be read to its end', async () => ({ kind: 'unreachable' as const, message: 'away' })],
    ['breaks off', async () => Promise.reject(new Error('the database is busy'))],
    ['is being read when its process is killed', () => new Promise<never>(() => {})],
  ])('a run whose list %s is retried after an hour', async (_what, broken) => {
    passTime(shop, 24 * 60)
    const list = shop.provider.listSuccesses
    const asked = Promise.withResolvers<void>()
    shop.provider.listSuccesses = () => {
      asked.resolve()
      return broken()
    }
    const ended = sweepSuccesses(shop).catch(() => {})
    await asked.promise
    // A killed run never ends.
    await Promise.race([ended, sleep(50)])
    let runs = 0
    shop.provider.listSuccesses = async (span) => {
      runs += 1
      return list(span)
    }
    passTime(shop, 59)
    await sweepSuccesses(shop)
    expect(runs).toBe(0)
    passTime(shop, 2)
    await sweepSuccesses(shop)
    shop.provider.listSuccesses = list
    expect(runs).toBe(1)
  })
})
