import { PGlite } from '@electric-sql/pglite'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from './embedded-session.ts'
import { openEmbeddedPool } from './pool.ts'

let database: PGlite
let pool: pg.Pool
beforeAll(async () => {
  database = await PGlite.create()
  pool = openEmbeddedPool(openSession(database))
  await pool.query('create table notes (id int primary key, words text)')
})
afterAll(async () => {
  await pool.end()
  await database.close()
})

const words = async () =>
  (await pool.query('select words from notes order by id')).rows.map((row) => row.words)

test('statements of one turn are answered in their order, and one that fails fails alone', async () => {
  const client = await pool.connect()
  const outcomes = await Promise.allSettled([
    client.query('insert into notes values ($1, $2)', [1, 'one']),
    client.query('insert into notes values ($1, $2)', [1, 'again']),
    client.query('insert into notes values ($1, $2) returning id', [2, 'two']),
  ])
  client.release()
  expect(
    outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : outcome.value.rows)),
  ).toEqual([[], '23505', [{ id: 2 }]])
  expect(await words()).toEqual(['one', 'two'])
})

test('a new connection finds neither the transaction nor the prepared statements of the one before', async () => {
  const lost = await pool.connect()
  await lost.query('begin')
  await lost.query('insert into notes values (3, $1)', ['never committed'])
  await lost.query({ name: 'find', text: 'select 1 as found where $1::int > 0', values: [1] })
  lost.release(true)
  expect(await words()).toEqual(['one', 'two'])
  const other = { name: 'find', text: 'select 2 as found where $1::int > 0', values: [1] }
  expect((await pool.query(other)).rows).toEqual([{ found: 2 }])
})

test('values and rows larger than any buffer arrive whole', async () => {
  const long = '₦'.repeat(3_000_000)
  expect((await pool.query('select $1::text as long', [long])).rows).toEqual([{ long }])
  const { rows } = await pool.query('select n, repeat($1, 100) as words from generate_series(1, 20000) n', [
    'naira',
  ])
  expect([rows.length, rows.at(-1)]).toEqual([20_000, { n: 20_000, words: 'naira'.repeat(100) }])
})

test('a failed statement keeps the connection: nobody waiting is passed, and what was prepared stays', async () => {
  const text = 'select $1::int as prepared_here'
  for (let use = 0; use < 5; use += 1) await pool.query(text, [use])
  const order: string[] = []
  const others = [1, 2, 3].map(async (n) => {
    await pool.query('select $1::int', [n])
    order.push(`waiting ${n}`)
  })
  for (let failed = 0; failed < 3; failed += 1) {
    await expect(pool.query('insert into notes values (1)')).rejects.toThrow('duplicate key')
    order.push('failed')
  }
  await Promise.all(others)
  expect(order.slice(0, 4)).toEqual(['waiting 1', 'waiting 2', 'waiting 3', 'failed'])
  const { rows } = await pool.query('select count(*)::int from pg_prepared_statements where statement = $1', [
    text,
  ])
  expect(rows).toEqual([{ count: 1 }])
})
