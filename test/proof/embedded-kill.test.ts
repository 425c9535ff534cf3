import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { paymentAttempts } from '#server/db/schema.ts'
import { prove, sized } from '#test/support/proof.ts'
import { seedProduct } from '#test/support/purchase.ts'
import { checkoutRequestFor, place, verify } from './rig/buyer.ts'
import { createChance } from './rig/chance.ts'
import { openRig, type Rig } from './rig/rig.ts'
import { settleAndCheck } from './rig/settled.ts'

const KILLS = sized({ quick: 2, whole: 40 })
const BUYERS = 4
/** A kill comes within this time: in the middle of some purchases, before and after others. */
const SOON_MS = 1_500

/** What was confirmed to shoppers: references of started payments, and of paid orders. */
type Acknowledged = { started: string[]; paid: string[] }

/** Buys again and again until the shop no longer responds. */
async function buy(rig: Rig, acknowledged: Acknowledged): Promise<void> {
  for (;;) {
    const reference = await place(rig.shop(), checkoutRequestFor([{ productId: 'plenty' }]))
    acknowledged.started.push(reference)
    await rig.provider.turn(reference, 'success')
    const { body } = await verify(rig.shop(), reference)
    if (body?.payment?.status !== 'paid') return
    acknowledged.paid.push(reference)
  }
}

/** The shop ends by itself when its database is killed. */
async function kill(rig: Rig, victim: 'shop' | 'database'): Promise<void> {
  if (victim === 'shop') return rig.shop().kill()
  const file = join(rig.dataDir, 'postgres/postmaster.pid')
  process.kill(Number.parseInt(readFileSync(file, 'utf8'), 10), 'SIGKILL')
  await rig.shop().ended
}

async function checkAcknowledged(rig: Rig, acknowledged: Acknowledged): Promise<void> {
  const stateBy = await rig.withDatabase(async (db) => {
    const { reference, state } = paymentAttempts
    const rows = await db
      .select({ reference, state })
      .from(paymentAttempts)
      .where(inArray(reference, acknowledged.started))
    return new Map(rows.map((row) => [row.reference, row.state]))
  })
  expect(acknowledged.started.filter((reference) => !stateBy.has(reference))).toEqual([])
  expect(acknowledged.paid.filter((reference) => stateBy.get(reference) !== 'succeeded')).toEqual([])
}

test('after kill -9 of the shop or of its embedded database in mid-purchase, nothing acknowledged is lost', async () => {
  await prove(async () => {
    const chance = createChance('embedded-kill')
    const rig = await openRig({
      rateLimits: false,
      prepare: (db) =>
        seedProduct(db, { id: 'plenty', stock: [{ color: 'black', size: 'M', quantity: 100_000 }] }),
    })
    const acknowledged: Acknowledged = { started: [], paid: [] }
    try {
      for (let killed = 0; killed < KILLS; killed++) {
        const buying = Promise.allSettled(Array.from({ length: BUYERS }, () => buy(rig, acknowledged)))
        await sleep(chance.below(SOON_MS))
        await kill(rig, killed % 2 === 0 ? 'shop' : 'database')
        await buying
        await rig.replaceShop(0)
        await checkAcknowledged(rig, acknowledged)
      }
      await settleAndCheck(rig)
    } finally {
      await rig.close()
    }
    return {
      invariants: 'I12, I6, I9',
      what: 'kill -9 of the shop and of its embedded database, in turn, while shoppers buy',
      count: KILLS,
      unit: 'kills',
      database: 'embedded',
      found: `${acknowledged.started.length} started payments and ${acknowledged.paid.length} paid orders were acknowledged, none lost; books equal`,
    }
  })
})
