import { setImmediate as yieldTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { rowsOf } from '#server/db/rows.ts'
import { sendDueRefunds } from '#server/payment/refund/refund.ts'
import { checkLedger } from '#test/support/ledger.ts'
import { prove, sized } from '#test/support/proof.ts'
import { compareBooks } from '#test/support/provider-ledger.ts'
import { initialize, newKey, passTime, purchase, seedProduct } from '#test/support/purchase.ts'
import type { TestShop } from '#test/support/shop.ts'
import { checkTransitions } from '#test/support/transition-log.ts'
import { type Chance, createChance } from './rig/chance.ts'
import { openScene, type Party, type Scene, SOURCES, takeEvent, workOf } from './settling-scene.ts'

/**
 * I1, I3, I6, I8, I9, I10: a few shoppers who compete for the last pieces start, edit, pay, are declined and walk away while
 * all five sources and the refund job work concurrently on a real PostgreSQL, with random pauses. Whatever came first, the
 * books are right in the end.
 */

const RUNS_PER_SHOP = 25
const ROUNDS = 3

/** Makes a party pause for up to three turns of the event loop at every lock that it takes. */
function dawdle(party: Party, chance: Chance): void {
  party.actor.setGate(async () => {
    for (let turns = chance.below(4); turns > 0; turns--) await yieldTurn()
  })
}

type Run = { scene: Scene; chance: Chance; productId: string; keys: readonly string[]; references: string[] }

async function start({ scene, chance, productId, keys, references }: Run): Promise<void> {
  const body = purchase([{ productId, quantity: 1 + chance.below(2) }])
  const { status, body: response } = await initialize(scene.shop, body, chance.pick(keys))
  if (status === 200) references.push(response.data.reference)
  else if (status !== 409) throw new Error(`A start got the response ${status}: ${JSON.stringify(response)}`)
}

async function act({ scene: { shop }, chance, references }: Run): Promise<void> {
  // A paid payment can no longer be declined or abandoned.
  const unpaid = shop.sandbox
    .ledger()
    .filter(({ reference, paidAt }) => paidAt === null && references.includes(reference))
  if (unpaid.length === 0) return
  await shop.sandbox.advance(
    chance.pick(unpaid).reference,
    chance.pick(['success', 'success', 'success', 'failed', 'ongoing', 'abandoned']),
  )
}

/** Two or three random operations of this party, one after another, since it has only one connection. */
async function work({ scene, chance, references }: Run, party: Party): Promise<void> {
  dawdle(party, chance)
  for (let pieces = 2 + chance.below(2); pieces > 0 && references.length > 0; pieces--) {
    const reference = chance.pick(references)
    const eventId = await takeEvent(
      scene,
      party,
      JSON.stringify({ event: 'charge.success', data: { reference } }),
    )
    const pieceOfWork = chance.pick([
      ...Object.values(workOf(party, reference, eventId)),
      () => sendDueRefunds(party.dependencies),
    ])
    await pieceOfWork()
  }
  party.actor.setGate(undefined)
}

/** Lets time pass until nothing is in progress; payers abandon what is still open at the provider. */
async function drain({ scene: { shop }, references }: Run): Promise<void> {
  const known = new Set(references)
  for (const { reference, status } of shop.sandbox.ledger()) {
    if (known.has(reference) && status === 'ongoing') await shop.sandbox.advance(reference, 'abandoned')
  }
  for (let looks = 0; looks < 20; looks++) {
    passTime(shop, 16)
    await shop.jobs.runDue()
    if (await isQuiet(shop)) return
  }
  throw new Error('Something is under way for ever')
}

async function isQuiet(shop: TestShop): Promise<boolean> {
  const open = await rowsOf(
    shop.db,
    sql`select id from orders where status = 'pending'
      union all select id from refunds where state in ('requested', 'sent')
      union all select id::text from provider_events where settled_at is null`,
  )
  return open.length === 0
}

async function play(scene: Scene, chance: Chance): Promise<void> {
  const { shop, parties } = scene
  const productId = newId()
  await seedProduct(shop.db, {
    id: productId,
    stock: [{ color: 'black', size: 'M', quantity: 1 + chance.below(3) }],
  })
  const run: Run = { scene, chance, productId, keys: [newKey(), newKey(), newKey()], references: [] }
  await Promise.all([start(run), start(run), start(run)])
  for (let round = 0; round < ROUNDS; round++) {
    passTime(shop, chance.pick([0, 2, 2, 31]))
    await Promise.all([
      start(run),
      act(run).then(() => act(run)),
      act(run),
      ...SOURCES.map((source) => work(run, parties[source])),
    ])
  }
  await drain(run)
  await checkLedger(shop.db)
  // So that the next run's reconciler ignores them.
  await shop.db.execute(sql`update payment_attempts set next_check_at = null where next_check_at is not null`)
}

test('concurrent shoppers, provider and settling leave correct books', async () => {
  await prove(async () => {
    const runs = sized({ quick: 3, whole: 1_000 })
    let moves = 0
    for (let from = 0; from < runs; from += RUNS_PER_SHOP) {
      const scene = await openScene()
      try {
        for (let each = from; each < Math.min(from + RUNS_PER_SHOP, runs); each++) {
          await play(scene, createChance(`concurrent run ${each}`)).catch((error: unknown) => {
            throw new Error(`Run ${each}`, { cause: error })
          })
        }
        await compareBooks(scene.shop)
        moves += await checkTransitions(scene.shop.db)
      } finally {
        await scene.close()
      }
    }
    return {
      invariants: 'I1, I3, I6, I8, I9, I10',
      what: 'Starts, edits, payments, refusals, redirects, events, reconciler, expiry and refunds, concurrently on the last pieces',
      count: runs,
      unit: 'random runs',
      found: `${moves} transitions all in the table, books equal to the kobo after each`,
    }
  })
})
