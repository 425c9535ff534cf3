import type { Socket } from 'node:net'
import pg from 'pg'
import { sqlState } from './retry.ts'
import { beginWait } from './wait-limit.ts'

/** The name of our connections in pg_stat_activity, by which a restore detects a running shop. */
export const APPLICATION_NAME = 'jara'
/** A pooler's server connections keep the name of their last client, so this name does not show that a shop is running. */
const POOLED_NAME = 'jara-pooled'

const CONNECT_MS = 5_000

/** Limits for waiting for a lock, running a statement and idling in a transaction. */
export const SESSION_LIMITS_MS = {
  lock_timeout: 3_000,
  statement_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
} as const

/** Longer than any statement may take: a server that is silent for this long is gone, for example without power. */
export const SILENCE_MS = 2 * SESSION_LIMITS_MS.statement_timeout

/** Whether a URL leads to the server itself, or to a pooler in transaction mode. */
export type Way = 'direct' | 'pooled'

/** A single connection to the server itself, without the session limits: for migrations and LISTEN. */
export function directClient(url: string, more: pg.ClientConfig = {}): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: CONNECT_MS,
    // Overrides the role's limits, which are meant for pooled connections (role-limits.ts).
    options: Object.keys(SESSION_LIMITS_MS)
      .map((name) => `-c ${name}=0`)
      .join(' '),
    ...more,
  })
  client.on('error', () => {})
  return client
}

/**
 * At most `size` connections. Direct connections set the session limits at startup; a pooler rejects such startup
 * parameters, so there they are set on the role (role-limits.ts).
 */
export function openPool(url: string, size: number, way: Way, more: pg.PoolConfig = {}): pg.Pool {
  const pool = new LimitedPool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: CONNECT_MS,
    pipeline: true,
    ...more,
    ...(way === 'direct'
      ? {
          application_name: APPLICATION_NAME,
          options: Object.entries(SESSION_LIMITS_MS)
            .map(([name, ms]) => `-c ${name}=${ms}`)
            .join(' '),
          Client: PreparingClient,
        }
      : { application_name: POOLED_NAME, Client: NamelessClient }),
  })
  return keepGoing(pool)
}

function keepGoing(pool: pg.Pool): pg.Pool {
  // A broken connection is replaced at its next use, and pending queries reject. Without these listeners, a connection
  // that breaks while idle in the pool or between two statements of a transaction would crash the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

/**
 * Closes a connection of the pool that is silent for `silenceMs` while somebody uses it. Otherwise a query to a dead machine
 * waits for the kernel's timeout, a quarter of an hour, and blocks its connection for that long. An idle connection may be
 * silent: closed here, it could be taken in the same turn of the event loop. The pool itself closes those that nobody takes.
 */
export function endSilent(pool: pg.Pool, silenceMs: number): void {
  pool.on('connect', (client) => {
    const stream = streamOf(client)
    stream.on('timeout', () => stream.destroy())
  })
  pool.on('acquire', (client) => void streamOf(client).setTimeout(silenceMs))
  pool.on('release', (_error, client) => void streamOf(client).setTimeout(0))
}

const GOODBYE_MS = 1_000

/** Ends a connection in order, but not for longer than a second: a server that has fallen silent never confirms it. */
export async function endClient(client: pg.Client): Promise<void> {
  const late = setTimeout(() => streamOf(client).destroy(), GOODBYE_MS)
  await client.end().catch(() => {})
  clearTimeout(late)
}

/** The driver's socket, which its types do not expose. */
export function streamOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}

/** Waits for a connection no longer than the caller's limit allows (wait-limit.ts). */
class LimitedPool extends pg.Pool {
  override connect(...given: unknown[]): never {
    const { options } = this
    const usualMs = options.connectionTimeoutMillis ?? CONNECT_MS
    const { maxMs, end } = beginWait()
    const [done] = given as [((...response: unknown[]) => void)?]
    // The pool reads the option synchronously in connect(). 0 would mean no limit.
    options.connectionTimeoutMillis = Math.max(1, Math.min(usualMs, maxMs))
    try {
      if (done === undefined) return super.connect().finally(end) as never
      return super.connect((...response: unknown[]) => {
        end()
        done(...response)
      }) as never
    } finally {
      options.connectionTimeoutMillis = usualMs
    }
  }
}

/** Lends a connection. It is closed afterwards only if `run` met a stale statement, or if it is broken. */
export async function withClient<Result>(
  pool: pg.Pool,
  run: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  let isStale = false
  try {
    return await run(client)
  } catch (error) {
    isStale = STALE_STATEMENT.has(sqlState(error) ?? '')
    throw error
  } finally {
    client.release(isStale)
  }
}

/**
 * A prepared statement no longer fits its tables, as after a migration by another process, or is gone. Its connection would
 * fail at it for ever.
 */
const STALE_STATEMENT = new Set(['0A000', '26000'])

/** As in PostgreSQL's JDBC driver (prepareThreshold): a statement that is used once is not worth preparing. */
const PREPARED_FROM_USE = 5
/** Some texts vary with the number of rows that they insert or list: each connection prepares at most this many. */
const PREPARED_MAX = 256
/** Texts whose uses are being counted. */
const COUNTED_MAX = 1_000

/**
 * Nobody reads the response to these, and if one fails, so does the rest of its transaction. That is not so for `begin`:
 * what follows a failed one would commit by itself.
 */
const NOT_WAITED_FOR = /^(savepoint|release savepoint) \w+$/
/** Of a statement in a transaction in which another has failed. */
const ALREADY_FAILED = '25P02'
const NO_ROWS = { rows: [], fields: [], rowCount: null, command: '', oid: 0 }

/**
 * Sends what is issued in one turn of the event loop in one write, and does not wait for the response to one statement
 * before it sends the next (`pipeline`). A write to the server costs as much as running most statements: measured, a third
 * of the shop's work for a purchase. The server runs the statements of a connection in the order in which they were issued.
 */
class JoiningClient extends pg.Client {
  #isCorked = false
  #failure: unknown

  override query(...given: unknown[]): never {
    this.#sendTogether()
    const sent = super.query(...(given as [string])) as unknown
    if (!(sent instanceof Promise)) return sent as never
    const text = textOf(given[0])
    const answered = sent.then(text === 'commit' ? committed : undefined, (error) => this.#fail(error))
    if (!NOT_WAITED_FOR.test(text)) return answered as never
    answered.catch(() => {})
    return Promise.resolve(NO_ROWS) as never
  }

  /** Once a statement has failed, so do those issued together with it: whichever is looked at, the reason is the first one's. */
  #fail(error: unknown): never {
    if (sqlState(error) !== ALREADY_FAILED) this.#failure = error
    throw this.#failure ?? error
  }

  #sendTogether(): void {
    if (this.#isCorked) return
    const stream = streamOf(this)
    this.#isCorked = true
    stream.cork()
    process.nextTick(() => {
      this.#isCorked = false
      stream.uncork()
    })
  }
}

function textOf(statement: unknown): string {
  return typeof statement === 'string' ? statement : ((statement as Partial<pg.QueryConfig>).text ?? '')
}

/** A transaction in which a statement failed is rolled back by its commit, and the server calls that a success. */
function committed(result: pg.QueryResult): pg.QueryResult {
  if (result.command === 'ROLLBACK') throw new Error('The transaction was rolled back instead of committed')
  return result
}

/**
 * Prepares the statements that a connection uses often, under a name: the server then neither parses nor plans them again.
 * Measured: 40 % of the server's work for a purchase.
 */
class PreparingClient extends JoiningClient {
  #uses = new Map<string, number>()
  readonly #names = new Map<string, string>()

  override query(...given: unknown[]): never {
    const [statement, ...rest] = given
    return super.query(this.#named(statement, rest[0]), ...rest)
  }

  #named(statement: unknown, values: unknown): unknown {
    const config = typeof statement === 'string' ? { text: statement } : (statement as pg.QueryConfig)
    const count = Array.isArray(values) ? values.length : (config.values?.length ?? 0)
    if (count === 0 || config.name !== undefined || 'submit' in config) return statement
    const name = this.#nameOf(config.text)
    return name === undefined ? statement : { ...config, name }
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= PREPARED_MAX) return known
    const uses = (this.#uses.get(text) ?? 0) + 1
    if (uses < PREPARED_FROM_USE) {
      if (this.#uses.size >= COUNTED_MAX) this.#uses = new Map()
      this.#uses.set(text, uses)
      return undefined
    }
    this.#uses.delete(text)
    const name = `used_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}

/**
 * Never uses named prepared statements: a name belongs to one server connection, and the next transaction may run on
 * another. PgBouncer tracks names only from 1.21 on and only if configured; unnamed statements work with every pooler.
 */
class NamelessClient extends JoiningClient {
  override query(...given: unknown[]): never {
    const [config, ...rest] = given
    const isNamed = typeof config === 'object' && config !== null && 'name' in config
    const nameless = isNamed ? { ...config, name: undefined } : config
    return super.query(nameless, ...rest)
  }
}
