import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { rowsOf } from '#server/db/rows.ts'
import { paymentAttempts } from '#server/db/schema/payment.ts'
import { prove, sized } from '#test/support/proof.ts'
import { newDataDir, spawnShop } from '#test/support/server.ts'
import { endShop } from '#test/support/several-shop.ts'
import { checkoutRequestFor, place, verify } from './rig/buyer.ts'
import { createChance } from './rig/chance.ts'
import { copyFolder, cutPower, loseSince, parseLsn, readPages } from './rig/power-cut.ts'
import { openRig, type Rig } from './rig/rig.ts'
import { settleAndCheck } from './rig/settled.ts'

const data = newDataDir()
const folder = join(data.path, 'postgres')
let rig: Rig
beforeAll(async () => {
  rig = await openRig({ dataDir: data.path, rateLimits: false })
  await rig.stock('plenty', 100_000)
})
afterAll(async () => {
  await rig?.close()
  data.remove()
})

const KILLS = sized({ quick: 1, whole: 20 })
const CUTS = sized({ quick: 1, whole: 20 })
/** The cut at which the disk also loses what it claimed to have synced. */
const LYING_DISK = sized({ quick: -1, whole: 0 })
const BUYERS = 4
/** A kill comes within this time: in the middle of some purchases, before and after others. */
const SOON_MS = sized({ quick: 300, whole: 1_500 })

/** What was confirmed to shoppers: references of started payments, and of paid orders. */
type Acknowledged = { started: string[]; paid: string[] }

/** Buys again and again until the shop no longer responds. */
async function buy(acknowledged: Acknowledged): Promise<void> {
  for (;;) {
    const reference = await place(rig.shop(), checkoutRequestFor([{ productId: 'plenty' }]))
    acknowledged.started.push(reference)
    await rig.provider.turn(reference, 'success')
    const { body } = await verify(rig.shop(), reference)
    if (body?.payment?.status !== 'paid') return
    acknowledged.paid.push(reference)
  }
}

function killDatabase(): void {
  process.kill(Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'), 10), 'SIGKILL')
}

/** The shop ends by itself when its database is killed. */
async function kill(victim: 'shop' | 'database'): Promise<void> {
  if (victim === 'shop') return rig.shop().kill()
  killDatabase()
  await rig.shop().ended
}

/** Where the log of changes is synced up to. */
function flushedLsn({ checkpoint }: { checkpoint: boolean }): Promise<bigint> {
  return rig.withDatabase(async (db) => {
    if (checkpoint) await db.execute(sql`checkpoint`)
    const [row] = await rowsOf<{ lsn: string }>(db, sql`select pg_current_wal_flush_lsn()::text as lsn`)
    return parseLsn(row?.lsn ?? '')
  })
}

async function checkAcknowledged(acknowledged: Acknowledged): Promise<void> {
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

test('a signal while its database is created stops the shop, and it starts again afterwards', {
  tags: ['whole'],
}, async () => {
  const signalled = newDataDir()
  onTestFinished(signalled.remove)
  const shop = spawnShop({ dataDir: signalled.path })
  await expect.poll(() => shop.lines.join('\n'), { interval: 5 }).toMatch(/Creating the embedded database/)
  // Creating the database's files blocks the process. No time limit is checked: on a busy machine this takes long, and
  // then the signal itself ends it (null).
  expect([0, null]).toContain(await endShop(shop))
  expect(shop.lines.filter((line) => / is open at /.test(line))).toEqual([])
  const again = spawnShop({ dataDir: signalled.path })
  await again.opened
  expect(await endShop(again)).toBe(0)
})

test('after kill -9 of the shop or of its embedded database in mid-purchase, nothing acknowledged is lost', async () => {
  await prove(async () => {
    const chance = createChance('embedded-kill')
    const acknowledged: Acknowledged = { started: [], paid: [] }
    for (let killed = 0; killed < KILLS; killed++) {
      const buying = Promise.allSettled(Array.from({ length: BUYERS }, () => buy(acknowledged)))
      await sleep(chance.below(SOON_MS))
      await kill(killed % 2 === 0 ? 'database' : 'shop')
      await buying
      await rig.replaceShop(0)
      await checkAcknowledged(acknowledged)
    }
    await settleAndCheck(rig)
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

test('after a power cut in mid-purchase, nothing acknowledged is lost', { tags: ['whole'] }, async () => {
  await prove(async () => {
    const chance = createChance('power-cut')
    const written = `${folder}.written`
    const acknowledged: Acknowledged = { started: [], paid: [] }
    const crash = async () => {
      killDatabase()
      await rig.shop().kill()
    }
    const reopen = async () => {
      await rig.replaceShop(0)
      await checkAcknowledged(acknowledged)
    }
    for (let cuts = 0; cuts < CUTS; cuts++) {
      const buying = Promise.allSettled(Array.from({ length: BUYERS }, () => buy(acknowledged)))
      const checkpointEnd = await flushedLsn({ checkpoint: true })
      const synced = readPages(folder)
      const before = acknowledged.paid.length
      await expect.poll(() => acknowledged.paid.length).toBeGreaterThan(before + BUYERS)
      await sleep(chance.below(SOON_MS))
      // What is acknowledged from here on, nobody receives.
      rig.shop().freeze()
      const flushedTo = await flushedLsn({ checkpoint: false })
      await crash()
      await buying
      // The check finds what a disk loses that only claims to sync.
      if (cuts === LYING_DISK) {
        copyFolder(folder, written)
        loseSince(folder, synced, checkpointEnd)
        await expect(reopen()).rejects.toThrow('to deeply equal []')
        await crash()
        copyFolder(written, folder)
      }
      cutPower(folder, synced, flushedTo, chance)
      await reopen()
    }
    await settleAndCheck(rig)
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
