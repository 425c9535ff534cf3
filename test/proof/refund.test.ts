import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf } from '#server/db/rows.ts'
import { listIssues } from '#server/order/issue-store.ts'
import { resolveOrder } from '#server/order/resolve.ts'
import type { PaymentProvider } from '#server/payment/provider.ts'
import { sendDueRefunds } from '#server/payment/refund/refund.ts'
import { refundOrder } from '#server/payment/refund/refund-order.ts'
import { settle } from '#server/payment/settle/settle.ts'
import { Refusal } from '#server/refusal.ts'
import { checkLedger } from '#test/support/ledger.ts'
import { prove, sized } from '#test/support/proof.ts'
import { compareBooks, readProviderLedger } from '#test/support/provider-ledger.ts'
import { getOrderOf, passTime, pay, placeOrder, seedPlace, seedProduct } from '#test/support/purchase.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { type Chance, createChance } from './rig/chance.ts'

/**
 * I29: several people refund pieces and amounts of one payment at once, while responses of the provider are lost, it is away, and
 * processes die before and after it has acted. Each refund that counts is at the provider once, and no payment returns more than
 * was paid.
 */

const TOTAL_KOBO = 2_800_000
const PEOPLE = 4

const shop = openShopScene(async () => {
  shop.settings.rateLimits = false
  await seedPlace(shop.db)
  await seedProduct(shop.db, { id: 'tee', stock: [{ color: 'black', size: 'M', quantity: 100_000 }] })
  shop.sandbox.faults.set({ target: 'webhook', kind: 'never' })
})

/** The provider as one person's process reaches it. */
function unreliable(chance: Chance): PaymentProvider {
  const { refund: ask } = shop.provider
  return {
    ...shop.provider,
    refund: async (...request) => {
      switch (chance.pick(['acts', 'acts', 'acts', 'loses', 'away', 'dies before', 'dies after'])) {
        case 'loses':
          await ask(...request)
          return { kind: 'unknown', message: 'the connection broke' }
        case 'away':
          return { kind: 'unavailable' }
        case 'dies before':
          throw new Error('killed before it asked')
        case 'dies after':
          await ask(...request)
          throw new Error('killed before it heard')
        default:
          return ask(...request)
      }
    },
  }
}

async function paidOrder(): Promise<{ reference: string; id: string }> {
  const reference = await placeOrder(shop, [{ productId: 'tee', quantity: 2 }])
  await pay(shop, reference)
  await settle(shop, reference, 'webhook')
  const { order } = await getOrderOf(shop, reference)
  expect(order.status).toBe('paid')
  return { reference, id: order.id }
}

/** Returns whether it was made; it may be refused, and nothing else. */
async function refund(orderId: string, chance: Chance): Promise<boolean> {
  const wanted = chance.pick([
    { amount: 100_000 * (1 + chance.below(20)) },
    { amount: 500_000 },
    { pieces: [{ position: 0, quantity: 1 }], isRestocked: chance.below(2) === 0 },
    {},
  ])
  const provider = unreliable(chance)
  try {
    await refundOrder({ ...shop, provider }, { orderId, ...wanted, reason: 'proof', actor: 'prover' })
    return true
  } catch (error) {
    if (error instanceof Refusal || String(error).includes('killed')) return false
    throw error
  }
}

/** Until nothing is under way. What was never found is closed by a person, who looked. */
async function drain(orderId: string): Promise<void> {
  for (let looks = 0; looks < 10; looks++) {
    passTime(shop, 61)
    await Promise.all([sendDueRefunds(shop), sendDueRefunds(shop)])
    if ((await listIssues(shop.db, orderId)).some(({ closedAt }) => closedAt === null))
      await resolveOrder(shop.db, { orderId, actor: 'prover', note: 'looked' }, shop.now())
    const open = await rowsOf(shop.db, sql`select id from refunds where state in ('requested', 'sent')`)
    if (open.length === 0) return
  }
  throw new Error('A refund is under way for ever')
}

test('refunds of one payment by several at once, over a provider that fails, each reach it once and never sum above it', async () => {
  await prove(async () => {
    const chance = createChance('refund')
    const count = sized({ quick: 10, whole: 1_000 })
    let made = 0
    for (let payment = 0; payment < count; payment++) {
      const { reference, id } = await paidOrder()
      for (let round = 0; round < 3; round++) {
        const asked = await Promise.all(Array.from({ length: PEOPLE }, () => refund(id, chance)))
        made += asked.filter(Boolean).length
        passTime(shop, chance.pick([0, 1, 61]))
        await sendDueRefunds({ ...shop, provider: unreliable(chance) }).catch(() => {})
      }
      await drain(id)
      const [own] = await rowsOf<{ refunds: number; kobo: number; numbers: number }>(
        shop.db,
        sql`select count(*)::int as refunds, coalesce(sum(amount_kobo), 0)::float8 as kobo,
          count(distinct provider_refund_id)::int as numbers
          from refunds where reference = ${reference} and state <> 'failed'`,
      )
      const { refunds } = await readProviderLedger(shop)
      const there = refunds.filter((each) => each.transactionReference === reference)
      const kobo = there.reduce((sum, each) => sum + each.amountKobo, 0)
      expect({ ...own, kobo: own?.kobo }).toEqual({ refunds: there.length, kobo, numbers: there.length })
      expect(kobo).toBeLessThanOrEqual(TOTAL_KOBO)
      await checkLedger(shop.db)
    }
    await compareBooks(shop)
    return {
      invariants: 'I29',
      what: `Refunds by pieces, by amount and of what is left, asked for by ${PEOPLE} at once in three rounds, while responses are lost, the provider is away and processes die before and after it acts`,
      count,
      unit: 'payments',
      found: `${made} refunds recorded; each that counts is at the provider once, none above its payment; books equal`,
    }
  })
})
