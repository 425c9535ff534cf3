import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTcpProxy } from '#test/proof/rig/tcp-proxy.ts'
import { createOnServer, type TestDatabase } from '#test/support/fresh-database.ts'
import { getShared } from '#test/support/shared.ts'
import { type Database, openPostgres } from './connection.ts'
import { openListener } from './listen.ts'
import { directClient, openPool } from './pool.ts'
import { losesPrepared } from './pooler.ts'
import { sqlState } from './retry.ts'
import { rowsOf } from './rows.ts'
import { transaction } from './transaction.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createOnServer(await getShared('postgres'))
})
afterAll(() => database.drop())

async function asAdmin(text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

test('with a direct URL the limits are settings of the role in this database, and are set once', async () => {
  const name = new URL(database.url).pathname.slice(1)
  const role = `${name}_shop`
  await asAdmin(`create role ${role} login createdb`)
  await asAdmin(`alter database ${name} owner to ${role}`)
  const pooledUrl = new URL(database.url)
  pooledUrl.username = role
  const open = () => openPostgres(pooledUrl.href, 2, { directUrl: database.url })
  const first = await open()
  await first.close()
  const connection = await open()
  try {
    expect(
      await rowsOf(
        connection.db,
        sql`select current_user::text as role, current_setting('lock_timeout') as lock,
      current_setting('statement_timeout') as statement, current_setting('application_name') as name`,
      ),
    ).toEqual([{ role, lock: '3s', statement: '5s', name: 'jara-pooled' }])
  } finally {
    await connection.close()
    await asAdmin(`alter database ${name} owner to current_user`)
    await asAdmin(`drop owned by ${role}`)
    await asAdmin(`drop role ${role}`)
  }
})

test('a pooler that loses prepared statements is told from one that does not', async () => {
  const open = async () => {
    const client = directClient(database.url)
    await client.connect()
    return client
  }
  const [first, second, third] = [await open(), await open(), await open()]
  expect(await losesPrepared(first, second)).toBe(false)
  // As if its next statement went to another of the server's connections: one that knows none, or one with somebody else's.
  expect(await losesPrepared(first, { query: () => first.query('deallocate all') } as never)).toBe(true)
  await third.query('prepare pooler_check as select 2')
  expect(await losesPrepared(third, second)).toBe(true)
  await Promise.all([first.end(), second.end(), third.end()])
})

test('a transaction in which a statement failed is never taken for committed', async () => {
  const pool = openPool(database.url, 1, 'direct')
  const ignoring = transaction(drizzle(pool), async (tx) => {
    await tx.execute(sql`select 1 / 0`).catch(() => {})
  })
  await expect(ignoring).rejects.toSatisfy((error) => sqlState(error) === '25P02')
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})

test('what a failed transaction still sends joins no other', async () => {
  const connection = await openPostgres(database.url, 1)
  const { db } = connection
  try {
    await db.execute(sql`create table kept (n int)`)
    let left: Database | undefined
    const failing = transaction(db, async (tx) => {
      left = tx
      throw new Error('it failed')
    })
    await expect(failing).rejects.toThrow('it failed')
    await transaction(db, async (tx) => {
      await expect(left?.execute(sql`insert into kept values (1)`)).rejects.toThrow()
      await tx.execute(sql`insert into kept values (2)`)
    })
    expect(await rowsOf(db, sql`select n from kept`)).toEqual([{ n: 2 }])
  } finally {
    await connection.close()
  }
})

const LISTENERS = `from pg_stat_activity where application_name = 'jara' and datname = current_database()`

test('all subscribers share a connection and are notified in the order of subscription, also of every gap', async () => {
  const proxy = await openTcpProxy([Number(new URL(database.url).port)])
  const through = new URL(database.url)
  through.port = String(proxy.port)
  const listener = openListener(through.href, { heartbeatMs: 100, responseMs: 2_000 })
  const notifications: string[] = []
  const subscriber = (name: string) => ({
    onPayload: (payload: string) => void notifications.push(`${name} ${payload}`),
    onGap: (isBack: boolean) => void notifications.push(`${name} ${isBack ? 'back' : 'lost'}`),
  })
  await listener.listen('news', subscriber('first'))
  const stop = await listener.listen('news', subscriber('second'))
  await listener.listen('other', subscriber('third'))
  expect((await asAdmin(`select 1 ${LISTENERS}`)).rows).toHaveLength(1)
  await asAdmin(`notify news, 'a'`)
  await expect.poll(() => notifications).toEqual(['first a', 'second a'])
  await stop()
  notifications.length = 0

  await asAdmin(`select pg_terminate_backend(pid) ${LISTENERS}`)
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
