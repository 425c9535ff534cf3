import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '#server/db/connection.ts'
import { openFreshDatabase } from '#test/support/fresh-database.ts'
import { claimRun, finishRun } from './run-store.ts'

const MINUTE_MS = 60_000
const DAILY = { everyMs: 24 * 60 * MINUTE_MS, retryMs: 60 * MINUTE_MS }
const START_MS = Date.parse('2026-11-20T09:00:00.000Z')
const at = (minutes: number) => new Date(START_MS + minutes * MINUTE_MS)

let connection: Connection
beforeAll(async () => {
  connection = await openFreshDatabase()
})
afterAll(() => connection.close())

test('one of many callers gets a run; once finished, the next is due a period after it began', async () => {
  const run = { ...DAILY, key: 'finished' }
  const { db } = connection
  const claims = await Promise.all([1, 2, 3, 4].map(() => claimRun(db, run, at(0))))
  expect(claims.filter(Boolean)).toHaveLength(1)
  await finishRun(db, run, at(0))
  expect(await claimRun(db, run, at(24 * 60 - 1))).toBe(false)
  expect(await claimRun(db, run, at(24 * 60))).toBe(true)
})

test('a run that was never finished is due again after the retry period', async () => {
  const run = { ...DAILY, key: 'killed' }
  const { db } = connection
  expect(await claimRun(db, run, at(0))).toBe(true)
  expect(await claimRun(db, run, at(59))).toBe(false)
  expect(await claimRun(db, run, at(60))).toBe(true)
})

test('a clock that is a few minutes behind does not repeat a run', async () => {
  const run = { ...DAILY, key: 'behind' }
  const { db } = connection
  expect(await claimRun(db, run, at(5))).toBe(true)
  await finishRun(db, run, at(5))
  expect([await claimRun(db, run, at(0)), await claimRun(db, run, at(9))]).toEqual([false, false])
})

test('a run by a wrong clock, a year ahead, does not end the work for a year', async () => {
  const run = { ...DAILY, key: 'wrong clock' }
  const { db } = connection
  const ahead = at(365 * 24 * 60)
  expect(await claimRun(db, run, ahead)).toBe(true)
  expect(await claimRun(db, run, at(0))).toBe(true)
  await finishRun(db, run, ahead)
  expect(await claimRun(db, run, at(1))).toBe(true)
})
