import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from './rows.ts'
import { transaction } from './transaction.ts'

const TRIES = 5
const FIRST_WAIT_MS = 10

/** Serialisation failure and deadlock: PostgreSQL expects the transaction to be retried. */
const RETRIED = new Set(['40001', '40P01'])
/** lock_timeout for a single lock, or statement_timeout when one statement waits for several. */
const WAITED_TOO_LONG = new Set(['55P03', '57014'])

/** Runs a transaction and retries it on a serialisation failure or deadlock: at most 5 tries, with jittered backoff. */
export async function transact<T>(db: Database, run: (tx: Database) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await transaction(db, run)
    } catch (error) {
      if (tried >= TRIES || !RETRIED.has(sqlState(error) ?? '')) throw error
      await sleep(FIRST_WAIT_MS * 2 ** tried * Math.random())
    }
  }
}

/** True when waiting for a lock exceeded the session's lock_timeout or statement_timeout. */
export function isLockTimeout(error: unknown): boolean {
  return WAITED_TOO_LONG.has(sqlState(error) ?? '')
}

/** PostgreSQL's five-character error code, from the error or from one of its causes. */
export function sqlState(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') return current.code
  }
  return undefined
}
