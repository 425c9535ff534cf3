import { setImmediate as nextTurn } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { expect, test, vi } from 'vitest'
import { connectEmbedded } from './connection.ts'
import { openSession } from './embedded-session.ts'
import { openEmbeddedPool } from './pool.ts'

/** Nested more deeply than PGlite's stack is: an exception of WebAssembly, not a statement that fails. */
const TOO_DEEP = '['.repeat(20_000)

test.each([
  ['alone', (pool: ReturnType<typeof openEmbeddedPool>) => pool.query(`select '${TOO_DEEP}'::jsonb`)],
  ['prepared', (pool: ReturnType<typeof openEmbeddedPool>) => pool.query('select $1::jsonb', [TOO_DEEP])],
])('once the database has broken down, nothing is run any more: %s', async (_how, breakIt) => {
  const database = await PGlite.create()
  const onBreakdown = vi.fn()
  const session = openSession(database, onBreakdown)
  const pool = openEmbeddedPool(session)
  await expect(pool.query('select nothing')).rejects.toThrow('does not exist')
  expect(session.isBroken()).toBe(false)
  const waiting = pool.query('select 1')
  await expect(breakIt(pool)).rejects.toThrow()
  await expect(waiting).resolves.toMatchObject({ rowCount: 1 })
  await expect(pool.query('select 1')).rejects.toThrow('The embedded database has broken down')
  await pool.end()
  await nextTurn()
  expect(session.isBroken()).toBe(true)
  expect(onBreakdown).toHaveBeenCalledTimes(1)
})

test('a broken database can be left', async () => {
  const { promise: broken, resolve: breakDown } = Promise.withResolvers<Error>()
  const connection = connectEmbedded(await PGlite.create(), breakDown)
  const outcome = connection.db.transaction(async (tx) => {
    await tx.execute(`select '${TOO_DEEP}'::jsonb`)
  })
  await expect(outcome).rejects.toThrow()
  expect((await broken).message).toBe('The embedded database has broken down')
  await connection.close()
})

test('closing lets everybody finish who is waiting', async () => {
  const connection = connectEmbedded(await PGlite.create())
  const { promise: gate, resolve: goOn } = Promise.withResolvers<void>()
  const done: string[] = []
  const all = ['first', 'second', 'third'].map((name) =>
    connection.db.transaction(async (tx) => {
      await gate
      await tx.execute('select 1')
      done.push(name)
    }),
  )
  await nextTurn()
  const closed = connection.close()
  goOn()
  await closed
  expect(done).toEqual(['first', 'second', 'third'])
  await Promise.all(all)
})

test('what is left over from a failed transaction is refused, and does not join the next one', async () => {
  const connection = connectEmbedded(await PGlite.create())
  await connection.db.execute('create table notes (words text)')
  const { promise: later, resolve: goOn } = Promise.withResolvers<void>()
  let leftOver: Promise<unknown> | undefined
  await expect(
    connection.db.transaction(async (tx) => {
      leftOver = later.then(() => tx.execute(`insert into notes values ('too late')`))
      throw new Error('failed')
    }),
  ).rejects.toThrow('failed')
  await connection.db.transaction(async (tx) => {
    await tx.execute(`insert into notes values ('next')`)
    goOn()
    await expect(leftOver).rejects.toMatchObject({ cause: { message: 'This transaction has ended' } })
  })
  expect((await connection.db.execute('select words from notes')) as unknown).toMatchObject({
    rows: [{ words: 'next' }],
  })
  await connection.close()
})
