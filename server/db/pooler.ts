import type { Client } from 'pg'
import { Refusal } from '#server/refusal.ts'
import { endClient, pooledClient } from './pool.ts'
import { sqlState } from './retry.ts'

const PREPARED = { name: 'pooler_check', text: 'select 1' }
/** There is no such statement, or there is one already, of another client. */
const LOST = new Set(['26000', '42P05'])

/**
 * Refuses a pooler in transaction mode that does not prepare a statement again on the next server connection: the orders'
 * statements are prepared. What else is wrong with it, the first statement that the shop sends will tell.
 */
export async function checkPooler(url: string): Promise<void> {
  const [first, second] = [pooledClient(url), pooledClient(url)]
  try {
    await Promise.all([first.connect(), second.connect()])
    if (!(await losesPrepared(first, second))) return
    throw new Refusal(
      'The pooler at DATABASE_URL loses prepared statements. PgBouncer must be 1.21 or newer, with max_prepared_statements = 200.',
    )
  } finally {
    await Promise.all([endClient(first), endClient(second)])
  }
}

/** Whether a statement that one connection has prepared is gone once another has taken its server connection. */
export async function losesPrepared(
  first: Pick<Client, 'query'>,
  second: Pick<Client, 'query'>,
): Promise<boolean> {
  try {
    await first.query(PREPARED)
    // Gets the server connection that was used last, so that the next statement of the first goes to another one.
    await second.query('begin')
    await first.query(PREPARED)
    return false
  } catch (error) {
    return LOST.has(sqlState(error) ?? '')
  }
}
