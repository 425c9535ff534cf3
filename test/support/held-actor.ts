import { setImmediate as yieldTurn } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database } from '#server/db/connection.ts'

/** Where settling can be paused: once it has the provider's response, at each lock that it takes, and around its commit. */
export const LOCK_STEPS = [
  'response received',
  'checkout locked',
  'orders locked',
  'stock locked',
  'committing',
  'committed',
] as const
export type LockStep = (typeof LOCK_STEPS)[number]

function stepBefore(statement: string): LockStep | undefined {
  if (/^(begin|update "payment_attempts" set "next_check_at")/i.test(statement)) return 'response received'
  return /^commit/i.test(statement) ? 'committing' : undefined
}

function stepAfter(statement: string): LockStep | undefined {
  if (/^insert into "checkouts"/i.test(statement)) return 'checkout locked'
  if (/from "orders".*for update$/is.test(statement)) return 'orders locked'
  if (/for update of s$/is.test(statement)) return 'stock locked'
  return /^commit/i.test(statement) ? 'committed' : undefined
}

/** Called at each step; the actor waits for the returned promise before it continues. */
type Gate = (step: LockStep) => Promise<void> | undefined

/** A worker on its own connection to the shop's database that can be paused in the middle of its work. */
export type Actor = {
  db: Database
  /** Sets the gate that is called at every step; without one nothing is paused. */
  setGate: (gate: Gate | undefined) => void
  /** Whether the connection is waiting for a lock that another one holds. */
  isBlocked: () => Promise<boolean>
  close: () => Promise<void>
}

/** `observer` is another connection, used to see whether the actor is blocked. */
export async function openActor(url: string, observer: pg.Client): Promise<Actor> {
  const client = new pg.Client({
    connectionString: url,
    pipeline: true,
    // Far beyond the shop's own limits: a lock is held for as long as a slow machine pauses its owner.
    options: '-c lock_timeout=60000 -c statement_timeout=120000',
  })
  await client.connect()
  let gate: Gate | undefined
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  Object.assign(client, {
    query: async (...args: unknown[]) => {
      const [first] = args
      const statement = typeof first === 'string' ? first : (first as { text: string }).text
      const before = stepBefore(statement)
      if (before) await gate?.(before)
      const result = await query(...args)
      const after = stepAfter(statement)
      if (after) await gate?.(after)
      return result
    },
  })
  const { pid } = ((await query('select pg_backend_pid() as pid')) as { rows: { pid: number }[] })
    .rows[0] ?? { pid: 0 }
  return {
    db: drizzle(client),
    setGate: (next) => {
      gate = next
    },
    isBlocked: async () => {
      const { rows } = await observer.query(
        "select 1 from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'",
        [pid],
      )
      return rows.length > 0
    },
    close: () => client.end(),
  }
}

/** A piece of an actor's work that pauses at a step until it is released. */
type Held = {
  actor: Actor
  isHeld: () => boolean
  isDone: () => boolean
  moved: () => Promise<void>
  release: () => void
  done: Promise<void>
}

function begin(actor: Actor, run: () => Promise<void>, step: LockStep): Held {
  let state: 'running' | 'held' | 'done' = 'running'
  const released = Promise.withResolvers<void>()
  let moved = Promise.withResolvers<void>()
  const become = (next: typeof state) => {
    state = next
    moved.resolve()
    moved = Promise.withResolvers()
  }
  actor.setGate((reached) => {
    if (reached !== step) return undefined
    actor.setGate(undefined)
    become('held')
    return released.promise
  })
  const done = run().finally(() => {
    actor.setGate(undefined)
    become('done')
  })
  // The code that awaits it reports the failure; until then it must not count as an unhandled rejection.
  done.catch(() => {})
  return {
    actor,
    isHeld: () => state === 'held',
    isDone: () => state === 'done',
    moved: () => moved.promise,
    release: () => {
      state = 'running'
      released.resolve()
    },
    done,
  }
}

/** Resolves when the work is paused, done, or blocked by another connection's lock. */
async function settleDown(held: Held): Promise<void> {
  while (!held.isHeld() && !held.isDone()) {
    const moved = held.moved()
    if (await held.actor.isBlocked()) return
    await Promise.race([moved, yieldTurn()])
  }
}

/**
 * Runs pieces of work so that they meet at a step: each starts, in the given order, once the previous one is paused there,
 * has ended, or is blocked by a lock; then they are released in the same order. Throws what any of them throws.
 */
export async function meetAt(
  step: LockStep,
  work: readonly { actor: Actor; run: () => Promise<void> }[],
): Promise<void> {
  const all: Held[] = []
  for (const { actor, run } of work) {
    const held = begin(actor, run, step)
    all.push(held)
    await settleDown(held)
  }
  for (let left = all; left.length > 0; left = left.filter((held) => !held.isDone())) {
    const next = left.find((held) => held.isHeld())
    if (next === undefined) {
      await Promise.race(left.flatMap((held) => [held.moved(), held.done.catch(() => {})]))
      continue
    }
    next.release()
    await next.done.catch(() => {})
  }
  await Promise.all(all.map((held) => held.done))
}
