import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStatementReader } from '#test/proof/rig/statement.ts'
import { openTcpProxy } from '#test/proof/rig/tcp-proxy.ts'
import { createOnServer } from '#test/support/fresh-database.ts'
import { type PostgresServer, startPostgres } from '#test/support/postgres.mjs'
import { type Database, openPostgres } from './connection.ts'
import { openListener } from './listen.ts'
import { openPool } from './pool.ts'
import { sqlState } from './retry.ts'
import { hasRoleLimits } from './role-limits.ts'
import { rowsOf } from './rows.ts'

const ROOT = join(import.meta.dirname, '..')

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

async function asAdmin(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query(text)
  await client.end()
}

test('with a direct URL the limits are settings of the role in this database, and are set once', async () => {
  await asAdmin(`create role shop login createdb`)
  const database = await createOnServer(server.url)
  const name = new URL(database.url).pathname.slice(1)
  await asAdmin(`alter database ${name} owner to shop`)
  const pooledUrl = new URL(database.url)
  pooledUrl.username = 'shop'
  const warnings: string[] = []
  const open = () =>
    openPostgres(pooledUrl.href, 2, {
      directUrl: database.url,
      warn: (sentence) => void warnings.push(sentence),
    })
  const first = await open()
  await first.close()
  const connection = await open()
  try {
    expect(warnings).toEqual([])
    expect(
      await rowsOf(
        connection.db,
        sql`select current_user::text as role, current_setting('lock_timeout') as lock,
      current_setting('statement_timeout') as statement, current_setting('application_name') as name`,
      ),
    ).toEqual([{ role: 'shop', lock: '3s', statement: '5s', name: 'jara-pooled' }])
    await expect(connection.db.execute(sql`select pg_sleep(6)`)).rejects.toSatisfy(
      (error) => sqlState(error) === '57014',
    )
    const other = openPool(server.url, 1, 'pooled')
    expect(await hasRoleLimits(other)).toBe(false)
    await other.end()
  } finally {
    await connection.close()
    await database.drop()
  }
})

test('a named statement is prepared by name on a direct connection and without one on a pooled connection', async () => {
  for (const [way, names] of [
    ['direct', [{ name: 'cards' }]],
    ['pooled', []],
  ] as const) {
    const pool = openPool(server.url, 1, way)
    const { rows } = await pool.query({ name: 'cards', text: 'select $1::int as id', values: [7] })
    expect(rows).toEqual([{ id: 7 }])
    expect((await pool.query('select name from pg_prepared_statements')).rows).toEqual(names)
    await pool.end()
  }
})

test('a direct connection prepares what it uses often, up to a limit, and a pooled one nothing', async () => {
  for (const [way, isPrepared] of [
    ['direct', true],
    ['pooled', false],
  ] as const) {
    const pool = openPool(server.url, 1, way)
    const listPrepared = async () =>
      (await pool.query<{ statement: string }>('select statement from pg_prepared_statements')).rows
    const often = 'select $1::int + 1 as next'
    for (let used = 1; used <= 4; used++) await pool.query(often, [used])
    expect(await listPrepared()).toEqual([])
    for (const values of [[5], [6]]) {
      expect((await pool.query(often, values)).rows).toEqual([{ next: (values[0] ?? 0) + 1 }])
      expect((await pool.query({ text: often, values })).rows).toEqual([{ next: (values[0] ?? 0) + 1 }])
    }
    expect(await listPrepared()).toEqual(isPrepared ? [{ statement: often }] : [])
    for (let other = 0; other < 400; other++) {
      for (let used = 1; used <= 5; used++) await pool.query(`select $1::int as n${other}`, [used])
    }
    expect(await listPrepared()).toHaveLength(isPrepared ? 256 : 0)
    await pool.end()
  }
})

test.each(['direct', 'pooled'] as const)(
  'on a %s connection, statements issued together travel together, and run in that order',
  async (way) => {
    const proxy = await openTcpProxy([Number(new URL(server.url).port)], () => createStatementReader(true))
    const url = new URL(server.url)
    url.port = String(proxy.port)
    const pool = openPool(url.href, 1, way)
    const db = drizzle(pool)
    const trips: string[][] = []
    const add = (tx: Database, n: number) => tx.execute(sql`insert into travelled (n) values (${n})`)
    try {
      await db.execute(sql`create table travelled (id int generated always as identity, n int)`)
      proxy.tap(() => (_, from, statements) => {
        if (from === 'client') trips.push(statements.map((text) => text.split(' ')[0] ?? ''))
        return 'pass'
      })
      await db.transaction(async (tx) => {
        await Promise.all([add(tx, 1), add(tx, 2), add(tx, 3)])
        await tx.transaction((savepoint) => add(savepoint, 4))
      })
      proxy.tap()
      const { rows } = await db.execute(sql`select n from travelled order by id`)
      expect(rows.map(({ n }) => n)).toEqual([1, 2, 3, 4])
    } finally {
      await db.execute(sql`drop table travelled`)
      await pool.end()
      await proxy.close()
    }
    expect(trips).toEqual([
      ['begin'],
      ['insert', 'insert', 'insert'],
      ['savepoint', 'insert'],
      ['release', 'commit'],
    ])
  },
)

test('a transaction in which a statement failed is never taken for committed', async () => {
  const pool = openPool(server.url, 1, 'direct')
  const ignoring = drizzle(pool).transaction(async (tx) => {
    await tx.execute(sql`select 1 / 0`).catch(() => {})
  })
  await expect(ignoring).rejects.toMatchObject({
    cause: { message: 'The transaction was rolled back instead of committed' },
  })
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})

test('of statements issued together, the first that fails is the reason of all others, and none of them stays', async () => {
  const pool = openPool(server.url, 1, 'direct')
  const db = drizzle(pool)
  await db.execute(sql`create table kept (n int unique)`)
  const add = (tx: Database, n: number) => tx.execute(sql`insert into kept (n) values (${n})`)
  let reasons: unknown[] = []
  const adding = db.transaction(async (tx) => {
    const added = await Promise.allSettled([add(tx, 1), add(tx, 1), add(tx, 2), add(tx, 3)])
    reasons = added.map((one) => (one.status === 'rejected' ? sqlState(one.reason) : undefined))
    throw new Error('rolled back')
  })
  await expect(adding).rejects.toThrow('rolled back')
  expect(reasons).toEqual([undefined, '23505', '23505', '23505'])
  expect((await db.execute(sql`select n from kept`)).rows).toEqual([])
  await db.execute(sql`drop table kept`)
  await pool.end()
})

test('a prepared statement that no longer fits its table fails once, in a transaction or not', async () => {
  const database = await createOnServer(server.url)
  const connection = await openPostgres(database.url, 1)
  const { db } = connection
  const read = (tx: Database) => tx.execute(sql`select amount from changing where id = ${1}`)
  try {
    await db.execute(sql`create table changing (id int, amount int)`)
    let type = 'bigint'
    for (const run of [() => read(db), () => db.transaction(read)]) {
      for (let used = 1; used <= 6; used++) await run()
      await db.execute(sql`alter table changing alter amount type ${sql.raw(type)}`)
      await expect(run()).rejects.toSatisfy((error) => sqlState(error) === '0A000')
      await expect(run()).resolves.toMatchObject({ rows: [] })
      type = 'numeric'
    }
  } finally {
    await connection.close()
    await database.drop()
  }
})

/** Session state that outlives a transaction, and so would be lost or leaked to other clients behind a pooler. */
const SESSION_STATE = [
  /pg_(try_)?advisory_lock(_shared)?\(/,
  /\bset (?!local\b)(session\s+)?(lock_timeout|statement_timeout|timezone|search_path|role|transaction_isolation)/i,
  /create (local |global )?temp(orary)?\b/i,
  /(sql(\.raw\()?|query\()['"`]\s*(listen|unlisten|prepare|deallocate|discard|reset)\b/i,
  /with hold/i,
  /currval\(|lastval\(/i,
]
/** These connect to the server itself. */
const DIRECT = ['db/connection.ts', 'db/listen.ts', 'db/role-limits.ts']

test('the shop leaves no state in a session, except over the direct URL', () => {
  const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') && !file.endsWith('.test.ts') && !DIRECT.includes(file.replaceAll('\\', '/')),
  )
  expect(files.length).toBeGreaterThan(150)
  const found = files.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        SESSION_STATE.some((state) => state.test(line)) ? [`${file}:${index + 1}`] : [],
      ),
  )
  expect(found).toEqual([])
  expect(SESSION_STATE.some((state) => state.test("'select pg_advisory_lock(hashtext($1))'"))).toBe(true)
  expect(SESSION_STATE.some((state) => state.test('pg_advisory_xact_lock('))).toBe(false)
})

async function countListeners(): Promise<number> {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const { rows } = await client.query(`select 1 from pg_stat_activity where application_name = 'jara'`)
  await client.end()
  return rows.length
}

test('all subscribers share a connection and are notified in the order of subscription, also of every gap', async () => {
  const proxy = await openTcpProxy([Number(new URL(server.url).port)])
  const through = new URL(server.url)
  through.port = String(proxy.port)
  const listener = openListener(through.href, { heartbeatMs: 100, responseMs: 5_000 })
  const notifications: string[] = []
  const subscriber = (name: string) => ({
    onPayload: (payload: string) => void notifications.push(`${name} ${payload}`),
    onGap: (isBack: boolean) => void notifications.push(`${name} ${isBack ? 'back' : 'lost'}`),
  })
  await listener.listen('news', subscriber('first'))
  const stop = await listener.listen('news', subscriber('second'))
  await listener.listen('other', subscriber('third'))
  expect(await countListeners()).toBe(1)
  await asAdmin(`notify news, 'a'`)
  await expect.poll(() => notifications).toEqual(['first a', 'second a'])
  await stop()
  notifications.length = 0

  await asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'jara'`)
  await expect.poll(() => notifications).toEqual(['first lost', 'third lost', 'first back', 'third back'])
  await asAdmin(`notify other, 'b'`)
  await expect.poll(() => notifications.at(-1)).toBe('third b')
  notifications.length = 0

  // A middlebox drops the connection silently.
  proxy.set({ kind: 'hang' })
  await expect.poll(() => notifications).toEqual(['first lost', 'third lost'])
  proxy.set()
  await expect.poll(() => notifications).toHaveLength(4)
  await asAdmin(`notify other, 'c'`)
  await expect.poll(() => notifications.at(-1)).toBe('third c')
  await listener.close()
  await proxy.close()
})

test('a subscriber learns that the connection is lost, and gets notifications once it is back', async () => {
  const proxy = await openTcpProxy([Number(new URL(server.url).port)])
  const through = new URL(server.url)
  through.port = String(proxy.port)
  const listener = openListener(through.href)
  const notifications: string[] = []
  const subscriber = (name: string) => ({
    onPayload: (payload: string) => void notifications.push(`${name} ${payload}`),
    onGap: (isBack: boolean) => void notifications.push(`${name} ${isBack ? 'back' : 'lost'}`),
  })
  await listener.listen('news', subscriber('early'))
  proxy.set({ kind: 'down' })
  await expect.poll(() => notifications).toEqual(['early lost'])
  await listener.listen('other', subscriber('late'))
  expect(notifications.at(-1)).toBe('late lost')
  proxy.set()
  await expect.poll(() => notifications.at(-1)).toBe('late back')
  await asAdmin(`notify other, 'a'`)
  await expect.poll(() => notifications.at(-1)).toBe('late a')
  await listener.close()
  await proxy.close()
})

test('closing during a reconnect leaves no connection behind', async () => {
  const proxy = await openTcpProxy([Number(new URL(server.url).port)])
  const through = new URL(server.url)
  through.port = String(proxy.port)
  const listener = openListener(through.href, { heartbeatMs: 60_000, responseMs: 500 })
  let gaps = 0
  await listener.listen('news', { onPayload: () => {}, onGap: () => void gaps++ })
  proxy.set({ kind: 'hang' })
  await asAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'jara'`)
  await expect.poll(async () => [gaps, await countListeners()]).toEqual([1, 0])
  const closed = listener.close()
  proxy.set()
  await closed
  // The server may still be starting a process for the connection that has just been closed.
  await expect.poll(countListeners).toBe(0)
  await proxy.close()
})
