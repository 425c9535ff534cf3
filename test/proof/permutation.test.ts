import { sql } from 'drizzle-orm'
import { test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { rowsOf } from '#server/db/rows.ts'
import { LOCK_STEPS, type LockStep, meetAt } from '#test/support/held-actor.ts'
import { checkLedger } from '#test/support/ledger.ts'
import { prove, sized } from '#test/support/proof.ts'
import { compareBooks } from '#test/support/provider-ledger.ts'
import { placeOrder, seedProduct } from '#test/support/purchase.ts'
import type { TestShop } from '#test/support/shop.ts'
import { checkTransitions } from '#test/support/transition-log.ts'
import { createChance } from './rig/chance.ts'
import { openScene, type Scene, SOURCES, type Source, takeEvent, workOf } from './settling-scene.ts'

/**
 * I3, I8, I10, I11: whichever source reports a payment, in whatever order and however their work is interleaved, the order
 * ends in the same state. Five parties, each on its own connection to a real PostgreSQL, are paused at every lock that
 * settling takes while the others queue up behind.
 */

const STATUSES = [
  'success',
  'failed',
  'abandoned',
  'ongoing',
  'pending',
  'processing',
  'queued',
  'reversed',
] as const
const TIMES = { 'before the hold ends': 3 * 60_000, 'after the hold has ended': 30 * 60_000 + 1_000 } as const
type Time = keyof typeof TIMES

type Case = { order: readonly Source[]; status: (typeof STATUSES)[number]; time: Time; step: LockStep }

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]))
}

const ALL_CASES: Case[] = permutations(SOURCES).flatMap((order) =>
  STATUSES.flatMap((status) =>
    (Object.keys(TIMES) as Time[]).flatMap((time) =>
      LOCK_STEPS.map((step) => ({ order, status, time, step })),
    ),
  ),
)

/** They leave the order as it is. */
const WAITING: readonly Case['status'][] = ['ongoing', 'pending', 'processing', 'queued']

/** Without locks only what ends an order goes wrong, and only at two of the steps: one of each such status at each step. */
function oneOfEach(cases: readonly Case[]): Case[] {
  const groups = Map.groupBy(cases, ({ status, step }) =>
    WAITING.includes(status) ? status : `${status} ${step}`,
  )
  return [...groups.values()].flatMap((alike) => alike.slice(0, 1))
}

/** With more, reading all tables after each case takes longer than the case itself. */
const CASES_PER_SHOP = 60

/** The expected outcome, from the specification's table alone: [order, payment, stock, mails, stock moves]. */
function expected(status: Case['status'], time: Time): unknown[] {
  const unchanged = ['pending', 'started', [0, 1, 0], [], ['hold']]
  switch (status) {
    case 'success':
      return ['paid', 'succeeded', [0, 0, 1], ['order_confirmed'], ['hold', 'sell']]
    case 'failed':
    case 'reversed':
      return ['failed', 'failed', [1, 0, 0], [], ['hold', 'release']]
    case 'abandoned':
      return time === 'before the hold ends'
        ? unchanged
        : ['cancelled', 'expired', [1, 0, 0], ['order_cancelled'], ['hold', 'release']]
    default:
      return unchanged
  }
}

async function found(shop: TestShop, reference: string, productId: string): Promise<unknown[]> {
  const [row] = await rowsOf<Record<string, unknown>>(
    shop.db,
    sql`select o.status, a.state, jsonb_build_array(s.available, s.held, s.sold) as stock,
      (select coalesce(jsonb_agg(kind order by kind), '[]') from outbox where order_id = o.id) as mails,
      (select jsonb_agg(kind order by kind) from stock_moves where order_id = o.id) as moves
      from payment_attempts a join orders o on o.id = a.order_id, stock_items s
      where a.reference = ${reference} and s.product_id = ${productId}`,
  )
  return Object.values(row ?? {})
}

async function play(scene: Scene, { order, status, time, step }: Case): Promise<void> {
  const { shop, parties } = scene
  const productId = newId()
  await seedProduct(shop.db, { id: productId, stock: [{ color: 'black', size: 'M', quantity: 1 }] })
  const reference = await placeOrder(shop, [{ productId }])
  await shop.sandbox.advance(reference, status)
  shop.clock.now += TIMES[time]
  const body = JSON.stringify({ event: 'charge.success', data: { reference } })
  const eventId = await takeEvent(scene, parties.webhook, body)
  await takeEvent(scene, parties['duplicate webhook'], body)
  const name = `${order.join(', ')} held at "${step}" · ${status} ${time}`
  await meetAt(
    step,
    order.map((source) => ({
      actor: parties[source].actor,
      run: workOf(parties[source], reference, eventId)[source],
    })),
  ).catch((error: unknown) => {
    throw new Error(name, { cause: error })
  })
  const [wanted, is] = [expected(status, time), await found(shop, reference, productId)].map((state) =>
    JSON.stringify(state),
  )
  if (wanted !== is) throw new Error(`${name}\n  is        ${is}\n  should be ${wanted}`)
  await checkLedger(shop.db)
  // So that the next case's reconciler does not check it.
  await shop.db.execute(
    sql`update payment_attempts set next_check_at = '2100-01-01' where next_check_at is not null`,
  )
}

async function playAll(cases: readonly Case[]): Promise<number> {
  let moves = 0
  for (let from = 0; from < cases.length; from += CASES_PER_SHOP) {
    const scene = await openScene()
    try {
      for (const each of cases.slice(from, from + CASES_PER_SHOP)) await play(scene, each)
      await scene.shop.jobs.runDue()
      await compareBooks(scene.shop)
      moves += await checkTransitions(scene.shop.db)
    } finally {
      await scene.close()
    }
  }
  return moves
}

test('whichever source comes first, and wherever the others are paused, the order ends as the table says', async () => {
  await prove(async () => {
    const shuffled = createChance('permutations').shuffle(ALL_CASES)
    const cases = sized({ quick: oneOfEach(shuffled), whole: shuffled })
    const moves = await playAll(cases)
    return {
      invariants: 'I3, I8, I10, I11',
      what: 'Redirect, webhook, its duplicate, reconciler and expiry in all 120 orders × 8 provider statuses × before and after the hold ends, paused at each of 6 lock steps',
      count: cases.length,
      unit: 'interleavings',
      found: `always the same outcome, ${moves} transitions all in the table, books equal to the kobo`,
    }
  })
})
