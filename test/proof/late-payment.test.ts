import { expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { settle } from '#server/payment/settle/settle.ts'
import { checkLedger } from '#test/support/ledger.ts'
import { prove, sized } from '#test/support/proof.ts'
import { compareBooks } from '#test/support/provider-ledger.ts'
import {
  getOrderOf,
  initialize,
  newKey,
  passTime,
  placeOrder,
  purchase,
  seedPlace,
  seedProduct,
  stockOf,
} from '#test/support/purchase.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

/** I8: a success around or after the end of its hold is honoured or refunded. I9: one checkout holds once and pays once. I10: holds end. */

const HOLD_MS = 30 * 60_000
const SECOND_MS = 1_000
const HOUR_MS = 60 * 60_000

const shop = openShopScene(async () => {
  shop.settings.rateLimits = false
  await seedPlace(shop.db)
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
})

async function oneUnit(quantity = 1): Promise<string> {
  const id = newId()
  await seedProduct(shop.db, { id, stock: [{ color: 'black', size: 'M', quantity }] })
  return id
}

async function state(reference: string): Promise<string> {
  const { order, attempt } = await getOrderOf(shop, reference)
  return `${order.status} ${attempt.state}`
}

async function checkBooks(): Promise<void> {
  await shop.jobs.runDue()
  await checkLedger(shop.db)
  await compareBooks(shop)
}

const MOMENTS_MS = { '-1 s': -SECOND_MS, '0': 0, '+1 s': SECOND_MS, '+1 h': HOUR_MS, '+71 h': 71 * HOUR_MS }

async function lateCase(afterEndMs: number, isStockThere: boolean): Promise<string> {
  const productId = await oneUnit()
  const reference = await placeOrder(shop, [{ productId }])
  shop.clock.now += HOLD_MS + Math.min(afterEndMs, 0)
  // As the reconciler does in time.
  await settle(shop, reference, 'reconciler')
  if (!isStockThere) {
    const faster = await initialize(shop, purchase([{ productId }]))
    // Until the end nobody else can take what is held.
    expect(faster.status).toBe(afterEndMs < 0 ? 409 : 200)
    if (faster.status === 200) {
      await shop.sandbox.advance(faster.body.data.reference, 'success')
      await settle(shop, faster.body.data.reference, 'redirect')
    }
  }
  shop.clock.now += Math.max(afterEndMs, 0)
  await shop.sandbox.advance(reference, 'success')
  await shop.jobs.runDue()
  // By then the reconciler must have found it.
  passTime(shop, 6 * 60)
  await shop.jobs.runDue()
  return state(reference)
}

test('a success around the end of its hold, or long after, is honoured if in stock, and refunded otherwise', async () => {
  await prove(async () => {
    const seen: Record<string, string> = {}
    for (const [name, afterEndMs] of Object.entries(MOMENTS_MS)) {
      for (const isStockThere of [true, false]) {
        seen[`${name}, ${isStockThere ? 'goods there' : 'wanted by another'}`] = await lateCase(
          afterEndMs,
          isStockThere,
        )
      }
    }
    const back = expect.stringMatching(/^cancelled (refund_due|refund_sent|refunded)$/)
    expect(seen).toEqual({
      '-1 s, goods there': 'paid succeeded',
      '-1 s, wanted by another': 'paid succeeded',
      '0, goods there': 'paid succeeded',
      '0, wanted by another': back,
      '+1 s, goods there': 'paid succeeded',
      '+1 s, wanted by another': back,
      '+1 h, goods there': 'paid succeeded',
      '+1 h, wanted by another': back,
      '+71 h, goods there': 'paid succeeded',
      '+71 h, wanted by another': back,
    })
    await checkBooks()
    return {
      invariants: 'I8',
      what: 'Successes 1 s before, at, 1 s, 1 h and 71 h after the end of the hold, alone and with another buyer of the last unit',
      count: Object.keys(seen).length,
      unit: 'scenarios',
      found: 'each paid or refunded, by the reconciler alone',
    }
  })
})

const CLOCK_CASES: Record<string, (productId: string) => Promise<void>> = {
  'an hour back while held, then right again': async (productId) => {
    for (const jumpMs of [-HOUR_MS, HOUR_MS, HOLD_MS - SECOND_MS]) {
      await atClock(jumpMs)
      expect(await stockOf(shop, productId)).toEqual([0, 1, 0])
    }
    await atClock(SECOND_MS)
  },
  'an hour back while held, for good': async (productId) => {
    for (const passedMs of [-HOUR_MS, HOLD_MS, HOLD_MS, HOLD_MS - SECOND_MS]) {
      await atClock(passedMs)
      expect(await stockOf(shop, productId)).toEqual([0, 1, 0])
    }
    await atClock(SECOND_MS)
  },
  'an hour back after the end': async () => {
    await atClock(HOLD_MS)
    await atClock(-HOUR_MS)
  },
  'an hour back and forth around the end': async () => {
    await atClock(HOLD_MS - SECOND_MS)
    for (const jumpMs of [-HOUR_MS, HOUR_MS + SECOND_MS, -HOUR_MS, HOUR_MS]) await atClock(jumpMs)
  },
  'an hour ahead while held': async () => {
    await atClock(HOUR_MS)
  },
  'an hour ahead while held, then right again': async () => {
    await atClock(HOUR_MS)
    await atClock(-HOUR_MS)
  },
}

/** Sets the clock, and runs the work that is due by it, twice as two processes would. */
async function atClock(jumpMs: number): Promise<void> {
  shop.clock.now += jumpMs
  await Promise.all([shop.jobs.runDue(), shop.jobs.runDue()])
}

test('a clock that is an hour wrong ends a hold once, at its time by that clock, and money of its payer is not lost', async () => {
  await prove(async () => {
    for (const [name, jump] of Object.entries(CLOCK_CASES)) {
      const productId = await oneUnit()
      const reference = await placeOrder(shop, [{ productId }])
      await jump(productId)
      expect([name, await state(reference)]).toEqual([name, 'cancelled expired'])
      expect([name, await stockOf(shop, productId)]).toEqual([name, [1, 0, 0]])
      // Their page is still open.
      await shop.sandbox.advance(reference, 'success')
      await settle(shop, reference, 'redirect')
      expect([name, await state(reference)]).toEqual([name, 'paid succeeded'])
      expect([name, await stockOf(shop, productId)]).toEqual([name, [0, 0, 1]])
    }
    await checkBooks()
    return {
      invariants: 'I10',
      what: 'The clock jumps an hour back or ahead during and after a hold, with two sweeps at each moment',
      count: Object.keys(CLOCK_CASES).length,
      unit: 'cases',
      found: 'each hold ended once, at its time by that clock; a later payment was honoured',
    }
  })
})

test('50 identical concurrent starts make one order, one hold and one page', async () => {
  await prove(async () => {
    const rounds = sized({ quick: 1, whole: 100 })
    for (let round = 0; round < rounds; round++) {
      const productId = await oneUnit(5)
      const key = newKey()
      const body = purchase([{ productId }])
      const responses = await Promise.all(Array.from({ length: 50 }, () => initialize(shop, body, key)))
      expect(
        new Set(
          responses.map(
            ({ status, body: { data } }) => `${status} ${data?.reference} ${data?.authorization_url}`,
          ),
        ).size,
      ).toBe(1)
      expect(await stockOf(shop, productId)).toEqual([4, 1, 0])
    }
    await checkBooks()
    return {
      invariants: 'I9',
      what: '50 identical concurrent starts',
      count: rounds,
      unit: 'rounds',
      found: 'one order, one hold and one page each time',
    }
  })
})

test('an edited cart can use its own last unit, and of two paid pages one is kept and the other refunded', async () => {
  await prove(async () => {
    const orders = [
      ['old', 'new'],
      ['new', 'old'],
      ['old', 'old', 'new'],
      ['new', 'new', 'old'],
    ] as const
    for (const order of orders) {
      const productId = await oneUnit()
      const key = newKey()
      const body = purchase([{ productId }])
      const old = (await initialize(shop, body, key)).body.data.reference
      // The same last unit, to another address: it may use its own hold.
      const edited = { ...body, shippingInfo: { ...body.shippingInfo, address: '1 Other Street' } }
      const response = await initialize(shop, edited, key)
      expect(response.status).toBe(200)
      expect(await stockOf(shop, productId)).toEqual([0, 1, 0])
      const pages = { old, new: response.body.data.reference }
      for (const page of order) {
        await shop.sandbox.advance(pages[page], 'success')
        await settle(shop, pages[page], 'redirect')
      }
      const [first, last] = [order[0], order[order.length - 1] ?? 'new']
      expect(await state(pages[first])).toBe('paid succeeded')
      expect(await state(pages[last])).toBe('cancelled refund_due')
      expect(await stockOf(shop, productId)).toEqual([0, 0, 1])
    }
    await checkBooks()
    return {
      invariants: 'I9',
      what: 'Both pages of an edited checkout paid, in all orders, with one unit in stock',
      count: orders.length,
      unit: 'orders',
      found: 'the first is kept, the other refunded',
    }
  })
})
