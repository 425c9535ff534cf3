import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Connection, openPostgres } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import { rowsOf } from '#server/db/rows.ts'
import { createFreshDatabase, type TestDatabase } from '#test/support/fresh-database.ts'

const SIZE = 3

// A connection that does not come back is waited for without an end.
vi.setConfig({ testTimeout: 60_000 })

let database: TestDatabase
let connection: Connection
beforeAll(async () => {
  database = await createFreshDatabase()
  connection = await openPostgres(database.url, SIZE)
})
afterAll(async () => {
  await connection.close()
  await database.drop()
})

test('a connection that the server ends between two statements only aborts its transaction', async () => {
  const { db } = connection
  const { $client: pool } = db as unknown as { $client: pg.Pool }
  const inUse = await pool.connect()
  try {
    await inUse.query('begin')
    const ended = new Promise<void>((done) => inUse.once('end', done))
    const { rows } = await inUse.query<{ pid: number }>('select pg_backend_pid() as pid')
    await db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`)
    await ended
    await expect(inUse.query('select 1')).rejects.toThrow()
  } finally {
    inUse.release(true)
  }
  expect(await rowsOf(db, sql`select 1 as one`)).toEqual([{ one: 1 }])
})

test('a connection that breaks before its first statement is returned to the pool', async () => {
  const { db } = connection
  const { $client: pool } = db as unknown as { $client: pg.Pool }
  for (let lost = 0; lost <= SIZE; lost++) {
    pool.once('acquire', (client) => client.connection.stream.destroy())
    await expect(transact(db, (tx) => rowsOf(tx, sql`select 1 as one`))).rejects.toThrow()
  }
  expect(await transact(db, (tx) => rowsOf(tx, sql`select 1 as one`))).toEqual([{ one: 1 }])
})
