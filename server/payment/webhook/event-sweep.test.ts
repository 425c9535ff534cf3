import { isNull, like, type SQL } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { providerEvents } from '#server/db/schema/payment.ts'
import { openPaymentScene, successEvent } from '#test/support/payment-scene.ts'
import { getOrderOf, passTime } from '#test/support/purchase.ts'
import { settleOverdueEvents } from './webhook.ts'

const scene = openPaymentScene()
const { shop } = scene

test('an event that fails to settle is retried by the sweep until the provider responds', async () => {
  const reference = await scene.paidWithoutEvent()
  shop.sandbox.faults.set({ target: 'verify', kind: 'drop', reference })
  const body = successEvent(reference)
  await scene.deliver(body)
  await shop.jobs.runDue()
  expect((await getOrderOf(shop, reference)).order.status).toBe('pending')
  shop.sandbox.faults.clear()
  passTime(shop, 1)
  await shop.jobs.runDue()
  expect((await getOrderOf(shop, reference)).order.status).toBe('paid')
})

describe('the sweep of due events', () => {
  /** Events about one payment whose jobs were lost, oldest first. */
  const lose = (reference: string, count: number, what: string) =>
    shop.db.insert(providerEvents).values(
      Array.from({ length: count }, (_, i) => ({
        bodyHash: `${what} ${i}`,
        event: 'charge.success',
        reference,
        receivedAt: shop.now(),
        nextTryAt: new Date(shop.clock.now + i),
      })),
    )
  const settledOf = async (what: string) => {
    const rows = await shop.db
      .select()
      .from(providerEvents)
      .where(like(providerEvents.bodyHash, `${what} %`))
    return rows.filter(({ settledAt }) => settledAt !== null).length
  }
  /** The shop, with a provider whose response about one payment breaks the check; `asked` lists what it was asked. */
  function breakingAt(broken: string) {
    const verified: string[] = []
    const verify = async (reference: string) => {
      verified.push(reference)
      if (reference === broken) throw new Error('a bug')
      return shop.provider.verify(reference)
    }
    return { verified, dependencies: { ...shop, provider: { ...shop.provider, verify } } }
  }

  test('twenty that always fail do not keep the later ones from being settled', async () => {
    const [broken, reference] = [await scene.paidWithoutEvent(), await scene.paidWithoutEvent()]
    await lose(broken, 20, 'broken')
    passTime(shop, 1)
    await lose(reference, 5, 'later')
    passTime(shop, 1)
    const { verified, dependencies } = breakingAt(broken)
    await settleOverdueEvents(dependencies)
    expect((await getOrderOf(shop, reference)).order.status).toBe('paid')
    expect([await settledOf('broken'), await settledOf('later')]).toEqual([0, 5])
    expect(scene.logged.map((line) => JSON.parse(line).err.message)).toEqual(Array(20).fill('a bug'))
    // Not before half a minute, and not after more than a minute however often they failed.
    const tries = async (afterMs: number) => {
      shop.clock.now += afterMs
      verified.length = 0
      await settleOverdueEvents(dependencies)
      return verified.length
    }
    expect([await tries(29_000), await tries(1_000)]).toEqual([0, 20])
    await shop.db.update(providerEvents).set({ attempts: 100 }).where(isNull(providerEvents.settledAt))
    expect([await tries(30_000), await tries(30_000), await tries(30_000), await tries(30_000)]).toEqual([
      20, 0, 20, 0,
    ])
    passTime(shop, 1)
    await settleOverdueEvents(shop)
    expect(await settledOf('broken')).toBe(20)
  })

  const triesOf = async (which: SQL) => {
    const rows = await shop.db.select().from(providerEvents).where(which)
    return rows.map(({ attempts }) => attempts)
  }

  test('of concurrent sweeps one takes each event', async () => {
    await lose(await scene.paidWithoutEvent(), 6, 'shared')
    passTime(shop, 1)
    await Promise.all([1, 2, 3].map(() => settleOverdueEvents(shop)))
    expect(await triesOf(like(providerEvents.bodyHash, 'shared %'))).toEqual(Array(6).fill(1))
  })
})
