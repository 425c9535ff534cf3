import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTcpProxy } from '#test/proof/rig/tcp-proxy.ts'
import { createOnServer } from '#test/support/fresh-database.ts'
import { type PostgresServer, startPostgres } from '#test/support/postgres.mjs'
import { type Database, openPostgres } from './connection.ts'
import { openListener } from './listen.ts'
import { openPool } from './pool.ts'
import { sqlState } from './retry.ts'
import { rowsOf } from './rows.ts'
import { transaction } from './transaction.ts'

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
    ).toEqual([{ role: 'shop', lock: '3s', statement: '5s', name: 'jara-pooled' }])
    await expect(connection.db.execute(sql`select pg_sleep(6)`)).rejects.toSatisfy(
      (error) => sqlState(error) === '57014',
    )
  } finally {
    await connection.close()
    await database.drop()
  }
})

test('a transaction in which a statement failed is never taken for committed', async () => {
  const pool = openPool(server.url, 1, 'direct')
  const ignoring = transaction(drizzle(pool), async (tx) => {
    await tx.execute(sql`select 1 / 0`).catch(() => {})
  })
  await expect(ignoring).rejects.toSatisfy((error) => sqlState(error) === '25P02')
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})

test('what a failed transaction still sends joins no other', async () => {
  const database = await createOnServer(server.url)
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
    await database.drop()
  }
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
