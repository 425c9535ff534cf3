import { Refusal } from '#server/refusal.ts'
import { endClient, pooledClient } from './pool.ts'
import { sqlState } from './retry.ts'

const PREPARED = { name: 'pooler_check', text: 'select 1' }
const NO_SUCH_STATEMENT = '26000'

/**
 * Refuses a pooler in transaction mode that does not prepare a statement again on the next server connection: the orders'
 * statements are prepared. What else is wrong with it, the first statement that the shop sends will tell.
 */
export async function checkPooler(url: string): Promise<void> {
  const [first, second] = [pooledClient(url), pooledClient(url)]
  try {
    await Promise.all([first.connect(), second.connect()])
    await first.query(PREPARED)
    // Gets the server connection that was used last, so that the next statement of the first goes to another one.
    await second.query('begin')
    await first.query(PREPARED)
  } catch (error) {
    if (sqlState(error) !== NO_SUCH_STATEMENT) return
    throw new Refusal(
      'The pooler at DATABASE_URL loses prepared statements. PgBouncer must be 1.21 or newer, with max_prepared_statements = 200.',
    )
  } finally {
    await Promise.all([endClient(first), endClient(second)])
  }
}
