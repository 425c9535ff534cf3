import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type PostgresServer, startPostgres } from '#test/support/postgres.mjs'
import { openPool } from './pool.ts'
import { waitAtMost } from './wait-limit.ts'

/** The pool's own timeout, as in pool.ts. */
const ONE_WAIT_MS = 5_000
const NO_CONNECTION = 'timeout exceeded when trying to connect'

let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

test('several connections in turn share one wait limit', async () => {
  const pool = openPool(server.url, 1, 'direct')
  const held = await pool.connect()
  try {
    const ask = () => pool.query('select 1').then(Boolean, (error: Error) => error.message)
    const begunMs = performance.now()
    const [said, left] = await waitAtMost(200, async () => {
      const leftBehind = Promise.withResolvers<void>()
      const later = leftBehind.promise.then(ask)
      const responses = [await ask(), await waitAtMost(60_000, ask), await ask()]
      return [responses, { goOn: leftBehind.resolve, later }] as const
    })
    expect(said).toEqual([NO_CONNECTION, NO_CONNECTION, NO_CONNECTION])
    const waitedMs = performance.now() - begunMs
    expect(waitedMs).toBeGreaterThan(190)
    expect(waitedMs).toBeLessThan(ONE_WAIT_MS)

    left.goOn()
    const outside = ask()
    // Both are waiting by now.
    await new Promise((done) => setImmediate(done))
    expect(pool.waitingCount).toBe(2)
    held.release()
    expect([await left.later, await outside]).toEqual([true, true])
  } finally {
    await pool.end()
  }
})

test('time that is not spent on waiting for a connection does not count', async () => {
  const pool = openPool(server.url, 1, 'direct')
  const other = openPool(server.url, 1, 'direct')
  try {
    await waitAtMost(4_000, async () => {
      const now = performance.now.bind(performance)
      vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000)
      const held = await pool.connect()
      const asked = pool.query('select 1 as one')
      await other.query('select pg_sleep(0.05)')
      held.release()
      expect((await asked).rows).toEqual([{ one: 1 }])
    })
  } finally {
    vi.restoreAllMocks()
    await pool.end()
    await other.end()
  }
})
