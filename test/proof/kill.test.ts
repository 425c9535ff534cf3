import { afterAll, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '#test/support/postgres.mjs'
import { prove, sized } from '#test/support/proof.ts'
import { createChance } from './rig/chance.ts'
import { KILL_POINTS } from './rig/kill-point.ts'
import {
  type KillRun,
  killAndRecover,
  PointNotReachedError,
  type Recovery,
  type Scene,
  SOURCES,
  stockForKills,
} from './rig/kill-run.ts'
import { openRig } from './rig/rig.ts'
import { settleAndCheck, sweepUntil } from './rig/settled.ts'

const SERVING_MS = 10_000
/** Times measured next to other tests mean nothing. */
const MEASURES = sized({ quick: false, whole: true })
/** Books are compared after this many kills of a scene. */
const CHECK_EVERY = 20
/** At most one run in this many may have to be repeated: more next to other tests. */
const REPEATED_OF = sized({ quick: 4, whole: 100 })
/** A late payment is looked for every quarter of an hour, and then settled within a few sweeps. */
const NEXT_CHECK_MS = 16 * 60_000
const SWEEPS = 8

/** `seeds`: runs of each point and source; `quick`: the point and source of the reduced version's only run. */
const VICTIMS = [
  {
    victim: 'a process on PostgreSQL',
    seeds: 14,
    scenes: 3,
    quick: { point: 'event: response 200, not worked on', source: 'webhook' },
  },
  {
    victim: 'PostgreSQL itself',
    seeds: 3,
    scenes: 1,
    quick: { point: 'settle: paid is written, not committed', source: 'redirect' },
  },
] as const

type Victim = (typeof VICTIMS)[number]

/** Every point with every source, in random order. */
function planOf({ victim, seeds, quick }: Victim): KillRun[] {
  const all = Array.from({ length: seeds }, (_, seed) =>
    SOURCES.flatMap((source) => KILL_POINTS.map((point) => ({ point, source, seed }))),
  ).flat()
  if (MEASURES) return createChance(victim).shuffle(all)
  return all.filter(
    ({ point, source, seed }) => point.name === quick.point && source === quick.source && seed === 0,
  )
}

type OpenScene = Scene & { close: () => Promise<void> }

async function openScene(postgres?: PostgresServer): Promise<OpenScene> {
  const rig = await openRig({ ...(postgres ? { postgresUrl: postgres.url } : {}), rateLimits: false })
  await rig.withDatabase(stockForKills)
  return {
    rig,
    ...(postgres ? { postgres } : {}),
    close: async () => {
      await rig.close()
      await postgres?.stop()
    },
  }
}

/** In the reduced version the victims are killed in one scene, one after the other. */
let shared: Promise<OpenScene> | undefined
afterAll(async () => (await shared)?.close())

async function sceneOf({ victim }: Victim): Promise<OpenScene> {
  const isServer = victim === 'PostgreSQL itself'
  if (MEASURES) return openScene(isServer ? await startPostgres() : undefined)
  shared ??= startPostgres().then(openScene)
  const { rig, postgres } = await shared
  return { rig, ...(isServer && postgres ? { postgres } : {}), close: async () => {} }
}

const isNotReached = (error: unknown) => error instanceof Error && error.cause instanceof PointNotReachedError

/**
 * Takes runs from a plan, which concurrent scenes share, until it is empty. A run that did not reach its point, so that
 * nothing was killed, goes back into the plan once the shop has settled its payment and the books are equal: a check in
 * progress while the clock jumps by a quarter of an hour may ask the provider before the payment and schedule the next one
 * after the jump.
 */
async function playScene(victim: Victim, plan: KillRun[], repeated: KillRun[]): Promise<Recovery[]> {
  const scene = await sceneOf(victim)
  const recoveries: Recovery[] = []
  try {
    for (let run = plan.shift(); run !== undefined; run = plan.shift()) {
      try {
        recoveries.push(await killAndRecover(scene, run))
      } catch (error) {
        if (!isNotReached(error) || repeated.includes(run)) throw error
        repeated.push(run)
        plan.push(run)
        for (const way of Object.values(scene.rig.ways)) way.tap()
        await scene.rig.advance(NEXT_CHECK_MS)
        await sweepUntil(scene.rig, async () => false, { sweepsMax: SWEEPS })
        await settleAndCheck(scene.rig)
      }
      if (recoveries.length % CHECK_EVERY === 0) await settleAndCheck(scene.rig)
    }
    await settleAndCheck(scene.rig)
    return recoveries
  } finally {
    await scene.close()
  }
}

/** The longest time to serve again for each kind of start, of those measured while the machine was not busy. */
function servingText(timed: readonly Recovery[]): string {
  const byStart = Map.groupBy(timed, ({ start }) => start)
  const longest = [...byStart].map(([start, found]) => {
    const ms = Math.round(Math.max(...found.map(({ servingMs }) => servingMs)))
    return `${ms} ms (${start}, ${found.length} timed)`
  })
  return longest.length === 0 ? 'not timed on a busy machine' : `serving again in ${longest.join(', ')}`
}

sized({ quick: test, whole: test.concurrent }).each(VICTIMS)(
  'after kill -9 of $victim the shop serves, settles and agrees with the provider',
  async (each) => {
    await prove(async () => {
      const { victim, scenes } = each
      const plan = planOf(each)
      const planned = plan.length
      const repeated: KillRun[] = []
      const played = await Promise.all(
        Array.from({ length: sized({ quick: 1, whole: scenes }) }, () => playScene(each, plan, repeated)),
      )
      const recoveries = played.flat()
      expect(recoveries).toHaveLength(planned)
      expect(repeated.length).toBeLessThanOrEqual(Math.ceil(planned / REPEATED_OF))
      const timed = recoveries.filter(({ isTimed }) => isTimed)
      if (MEASURES) for (const { servingMs } of timed) expect(servingMs).toBeLessThan(SERVING_MS)
      const agreedS = Math.max(...recoveries.map(({ agreedMs }) => agreedMs)) / 1000
      return {
        invariants: 'I12, I6, I9',
        what: `kill -9 of ${victim} at ${KILL_POINTS.length} points of a payment, settled by ${SOURCES.join(', ')}`,
        count: recoveries.length,
        unit: 'kills',
        found: `nothing lost, books equal; ${repeated.length} runs repeated; ${servingText(timed)}; order and provider agreed, or the mail was sent, within ${agreedS} s of the shop's clock`,
      }
    })
  },
)
