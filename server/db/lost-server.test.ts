import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isDatabaseUnavailable } from '#server/http/error-handler.ts'
import { openTcpProxy, type TcpProxy } from '#test/proof/rig/tcp-proxy.ts'
import { createOnServer, type TestDatabase } from '#test/support/fresh-database.ts'
import { getShared } from '#test/support/shared.ts'
import { type Connection, openPostgres } from './connection.ts'
import { transact } from './retry.ts'
import { rowsOf } from './rows.ts'

const SILENCE_MS = 1_000

let database: TestDatabase
let way: TcpProxy
let connection: Connection
beforeAll(async () => {
  database = await createOnServer(await getShared('postgres'))
  way = await openTcpProxy([Number(new URL(database.url).port)])
  const through = new URL(database.url)
  through.port = String(way.port)
  connection = await openPostgres(through.href, 2, { silenceMs: SILENCE_MS })
})
afterAll(async () => {
  way.set()
  await connection.close()
  await way.close()
  await database.drop()
})

const one = () => rowsOf(connection.db, sql`select 1 as one`)
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'no failure',
    (error: unknown) => error,
  )

test('a transaction whose connection breaks reports the database as unavailable, not a defect', async () => {
  const ended = transact(connection.db, async (tx) => {
    const [self] = await rowsOf<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`)
    await connection.db.execute(sql`select pg_terminate_backend(${self?.pid})`)
    await rowsOf(tx, sql`select pg_sleep(1)`)
  })
  expect(await failure(ended)).toSatisfy(isDatabaseUnavailable)
  expect(await one()).toEqual([{ one: 1 }])
})

test('a connection to a silent server is closed, and the next caller gets a working one', async () => {
  await Promise.all([one(), one()])
  way.set({ kind: 'hang' })
  const began = performance.now()
  const failures = await Promise.all([
    failure(one()),
    failure(transact(connection.db, (tx) => rowsOf(tx, sql`select 1 as one`))),
  ])
  expect(failures.map(isDatabaseUnavailable)).toEqual([true, true])
  expect(performance.now() - began).toBeLessThan(30 * SILENCE_MS)
  way.set()
  expect(await Promise.all([one(), one()])).toHaveLength(2)
})

test('closing does not wait for a silent server', { timeout: 20_000 }, async () => {
  const through = new URL(database.url)
  through.port = String(way.port)
  const silent = await openPostgres(through.href, 2)
  await silent.listen('news', { onPayload: () => {}, onGap: () => {} })
  await silent.db.execute(sql`select 1`)
  way.set({ kind: 'silence' })
  await silent.close()
  way.set()
  await expect(silent.db.execute(sql`select 1`)).rejects.toMatchObject({
    cause: { message: 'Cannot use a pool after calling end on the pool' },
  })
})
