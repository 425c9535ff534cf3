import { setImmediate as yieldTurn } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database } from '#server/db/connection.ts'
import * as schema from '#server/db/schema.ts'

/** Where settling can be held: with its answer in hand, at each lock that it takes, and around its commit. */
export const LOCK_STEPS = [
  'answered',
  'checkout locked',
  'orders locked',
  'stock locked',
  'committing',
  'committed',
] as const
export type LockStep = (typeof LOCK_STEPS)[number]

function stepBefore(statement: string): LockStep | undefined {
  if (/^begin/i.test(statement)) return 'answered'
  return /^commit/i.test(statement) ? 'committing' : undefined
}

function stepAfter(statement: string): LockStep | undefined {
  if (/^insert into "checkouts"/i.test(statement)) return 'checkout locked'
  if (/from "orders".*for update$/is.test(statement)) return 'orders locked'
  if (/for update of s$/is.test(statement)) return 'stock locked'
  return /^commit/i.test(statement) ? 'committed' : undefined
}

/** Called at each step of a statement; what it promises is waited for before the actor goes on. */
type Gate = (step: LockStep) => Promise<void> | undefined

/** Somebody who works on the shop's database over a connection of their own and can be held in the middle of it. */
export type Actor = {
  db: Database
  /** From now on asked at every step; without one nothing holds. */
  setGate: (gate: Gate | undefined) => void
  /** Whether the connection waits for a lock that another one has. */
  isBlocked: () => Promise<boolean>
  close: () => Promise<void>
}

/** `observer` watches from outside whether the actor waits. */
export async function openActor(url: string, observer: pg.Client): Promise<Actor> {
  const client = new pg.Client({
    connectionString: url,
    options: '-c lock_timeout=3000 -c statement_timeout=5000',
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
    db: drizzle(client, { schema }) as unknown as Database,
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

/** A piece of an actor's work that stops at a step until it is let go. */
type Held = {
  actor: Actor
  isHeld: () => boolean
  isDone: () => boolean
  moved: () => Promise<void>
  letGo: () => void
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
  // Reported by whoever awaits it; until then it is no unhandled rejection.
  done.catch(() => {})
  return {
    actor,
    isHeld: () => state === 'held',
    isDone: () => state === 'done',
    moved: () => moved.promise,
    letGo: () => {
      state = 'running'
      released.resolve()
    },
    done,
  }
}

/** Goes on when the work is held, done, or waits for somebody else's lock. */
async function settleDown(held: Held): Promise<void> {
  while (!held.isHeld() && !held.isDone()) {
    const moved = held.moved()
    if (await held.actor.isBlocked()) return
    await Promise.race([moved, yieldTurn()])
  }
}

/**
 * Runs pieces of work so that they meet at a step: each begins, in the order given, once the one before is held there,
 * has ended, or waits for a lock; then each is let go in the same order. Throws what any of them throws.
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
    next.letGo()
    await next.done.catch(() => {})
  }
  await Promise.all(all.map((held) => held.done))
}
