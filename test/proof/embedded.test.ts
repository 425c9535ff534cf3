import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf } from '#server/db/rows.ts'
import { paymentAttempts } from '#server/db/schema.ts'
import { prove, sized } from '#test/support/proof.ts'
import { seedProduct } from '#test/support/purchase.ts'
import { checkoutRequestFor, place, verify } from './rig/buyer.ts'
import { createChance } from './rig/chance.ts'
import { copyFolder, cutPower, loseSince, parseLsn, readPages } from './rig/power-cut.ts'
import { openRig, type Rig } from './rig/rig.ts'
import { settleAndCheck } from './rig/settled.ts'

const KILLS = sized({ quick: 2, whole: 20 })
const CUTS = sized({ quick: 1, whole: 20 })
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

const folderOf = (rig: Rig) => join(rig.dataDir, 'postgres')

function killDatabase(rig: Rig): void {
  process.kill(Number.parseInt(readFileSync(join(folderOf(rig), 'postmaster.pid'), 'utf8'), 10), 'SIGKILL')
}

/** The shop ends by itself when its database is killed. */
async function kill(rig: Rig, victim: 'shop' | 'database'): Promise<void> {
  if (victim === 'shop') return rig.shop().kill()
  killDatabase(rig)
  await rig.shop().ended
}

const openEmbedded = () =>
  openRig({
    rateLimits: false,
    prepare: (db) =>
      seedProduct(db, { id: 'plenty', stock: [{ color: 'black', size: 'M', quantity: 100_000 }] }),
  })

/** Where the log of changes is synced up to. */
function flushedLsn(rig: Rig, { checkpoint }: { checkpoint: boolean }): Promise<bigint> {
  return rig.withDatabase(async (db) => {
    if (checkpoint) await db.execute(sql`checkpoint`)
    const [row] = await rowsOf<{ lsn: string }>(db, sql`select pg_current_wal_flush_lsn()::text as lsn`)
    return parseLsn(row?.lsn ?? '')
  })
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
    const rig = await openEmbedded()
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

test('after a power cut in mid-purchase, nothing acknowledged is lost', async () => {
  await prove(async () => {
    const chance = createChance('power-cut')
    const rig = await openEmbedded()
    const folder = folderOf(rig)
    const written = `${folder}.written`
    const acknowledged: Acknowledged = { started: [], paid: [] }
    const crash = async () => {
      killDatabase(rig)
      await rig.shop().kill()
    }
    const reopen = async () => {
      await rig.replaceShop(0)
      await checkAcknowledged(rig, acknowledged)
    }
    try {
      for (let cuts = 0; cuts < CUTS; cuts++) {
        const buying = Promise.allSettled(Array.from({ length: BUYERS }, () => buy(rig, acknowledged)))
        const checkpointEnd = await flushedLsn(rig, { checkpoint: true })
        const synced = readPages(folder)
        const before = acknowledged.paid.length
        await expect.poll(() => acknowledged.paid.length).toBeGreaterThan(before + BUYERS)
        await sleep(chance.below(SOON_MS))
        // What is acknowledged from here on, nobody receives.
        rig.shop().freeze()
        const flushedTo = await flushedLsn(rig, { checkpoint: false })
        await crash()
        await buying
        copyFolder(folder, written)
        // The check finds what a disk loses that only claims to sync.
        if (cuts === 0) {
          loseSince(folder, synced, checkpointEnd)
          await expect(reopen()).rejects.toThrow('to deeply equal []')
          await crash()
          copyFolder(written, folder)
        }
        cutPower(folder, synced, flushedTo, chance)
        await reopen()
      }
      await settleAndCheck(rig)
    } finally {
      await rig.close()
    }
    return {
      invariants: 'I12, I6, I9',
      what: 'a power cut, which loses at random what the disk had not been told to sync, while shoppers buy',
      count: CUTS,
      unit: 'cuts',
      database: 'embedded',
      found: `${acknowledged.started.length} started payments and ${acknowledged.paid.length} paid orders were acknowledged, none lost; books equal`,
    }
  })
})
