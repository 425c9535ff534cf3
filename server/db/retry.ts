import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './connection.ts'

const TRIES = 5
const FIRST_WAIT_MS = 10

/** Serialisation failure and deadlock: PostgreSQL asks for the transaction to be run again. */
const RETRIED = new Set(['40001', '40P01'])
/** One lock took too long, or the locks of one statement did together: then its own time ends first. */
const WAITED_TOO_LONG = new Set(['55P03', '57014'])

/** A transaction that is run again, at most 5 times in all with a growing random wait, when PostgreSQL asks for that. */
export async function transact<T>(db: Database, run: (tx: Database) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await db.transaction((tx) => run(tx as unknown as Database))
    } catch (error) {
      if (tried >= TRIES || !RETRIED.has(sqlState(error) ?? '')) throw error
      await sleep(FIRST_WAIT_MS * 2 ** tried * Math.random())
    }
  }
}

/** True when others kept rows locked for longer than the session's lock_timeout or statement_timeout. */
export function isLockTimeout(error: unknown): boolean {
  return WAITED_TOO_LONG.has(sqlState(error) ?? '')
}

/** The five characters of PostgreSQL's error code, from the driver's error or from what wraps it. */
export function sqlState(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') return current.code
  }
  return undefined
}
