/** The database of all rows: a PostgreSQL of its own, with the shop's migrations and the catalogue, and what it was asked for. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { type Database, openPostgres } from '#server/db/connection.ts'
import { products, shippingPlaces } from '#server/db/schema/catalogue.ts'
import { stockItems } from '#server/db/schema/stock.ts'
import { startPostgres } from '#test/support/postgres.mjs'
import { catalogueOf } from './catalogue.ts'

export const PRODUCTS = 2_000
export const PLACE = { place: 'Lagos: Yaba', amountKobo: 150_000 }

/** As `pg` takes it: with the name under which the shop prepared it, if it did. */
export type Statement = { name?: string; text: string; values: (string | null)[] }
/** The server opens, and writes its log, a moment later. */
const LOG_DELAY_MS = 1_000

export type BenchDatabase = {
  url: string
  /** What the shop sends while each of these runs, one after the other. */
  record: (requests: readonly (() => Promise<unknown>)[]) => Promise<Statement[][]>
  stop: () => Promise<void>
}

export async function openBenchDatabase(): Promise<BenchDatabase> {
  const server = await startPostgres()
  const settings = new pg.Client({ connectionString: server.url })
  await settings.connect()
  await settings.query('alter system set logging_collector = on')
  await settings.query("alter system set log_destination = 'jsonlog'")
  await settings.end()
  await server.kill()
  await server.restart()
  await sleep(LOG_DELAY_MS)
  // Migrates.
  await (await openPostgres(server.url, 2)).close()
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await fill(drizzle(admin))
  return {
    url: server.url,
    record: (requests) => record(admin, requests),
    stop: async () => {
      await admin.end()
      await server.stop()
    },
  }
}

async function fill(db: Database): Promise<void> {
  const catalogue = catalogueOf(PRODUCTS)
  // Without triggers: the rows are valid, and the ledger's million moves would take longer than everything else.
  await db.execute(sql`set session_replication_role = replica`)
  await db.insert(products).values(
    catalogue.map(({ stock: _, tags, colors, sizes, images, priceKobo, discount, addedAtMs, ...same }) => ({
      ...same,
      tags: [...tags],
      colors: [...colors],
      sizes: [...sizes],
      images: [...images],
      price: priceKobo,
      discountType: discount?.type ?? null,
      discountValue: discount?.value ?? null,
      addedAt: new Date(addedAtMs),
    })),
  )
  for (const { id, stock } of catalogue)
    await db
      .insert(stockItems)
      .values(stock.map(({ color, size, quantity }) => ({ productId: id, color, size, available: quantity })))
  await db.insert(shippingPlaces).values({ place: PLACE.place, amount: PLACE.amountKobo })
  await db.execute(sql`set session_replication_role = origin`)
  await db.execute(sql`vacuum analyze`)
}

const BEGIN_MARK = 'select 1 as bench_begin'
const END_MARK = 'select 1 as bench_end'
async function record(
  admin: pg.Client,
  requests: readonly (() => Promise<unknown>)[],
): Promise<Statement[][]> {
  const setLog = async (value: 'all' | 'none') => {
    await admin.query(`alter system set log_statement = '${value}'`)
    await admin.query('select pg_reload_conf()')
    await sleep(LOG_DELAY_MS)
  }
  await setLog('all')
  for (const request of requests) {
    await admin.query(BEGIN_MARK)
    await request()
    await admin.query(END_MARK)
  }
  await setLog('none')
  const { rows } = await admin.query<{ text: string }>(
    "select pg_read_file(pg_current_logfile('jsonlog')) as text",
  )
  return recordingsIn(rows[0]?.text ?? '')
}

type LogLine = { message: string; detail?: string }

function recordingsIn(log: string): Statement[][] {
  const recordings: Statement[][] = []
  let current: Statement[] = []
  for (const line of log.trimEnd().split('\n')) {
    const { message, detail = '' } = JSON.parse(line) as LogLine
    const [, name, text] = /^(?:statement|execute ([^:]+)): (.*)$/s.exec(message) ?? []
    if (text === undefined || isOfQueue(text)) continue
    if (text === BEGIN_MARK || text === END_MARK) {
      current = []
      if (text === BEGIN_MARK) recordings.push(current)
    } else {
      const named = name === undefined || name === '<unnamed>' ? {} : { name }
      current.push({ ...named, text, values: parametersIn(detail) })
    }
  }
  return recordings
}

/** The job queue looks for work all the time; a request only adds jobs. */
const isOfQueue = (text: string) => text.includes('pgboss') && !/^insert/i.test(text.trim())

/** As in "Parameters: $1 = 'O''Neill', $2 = NULL". */
function parametersIn(detail: string): Statement['values'] {
  return [...detail.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(
    ([, value]) => value?.replaceAll("''", "'") ?? null,
  )
}
