import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '#server/db/connection.ts'
import { sqlState } from '#server/db/retry.ts'
import { openFreshDatabase } from '#test/support/fresh-database.ts'
import { listActs, recordAct } from './store.ts'

let connection: Connection
beforeAll(async () => {
  connection = await openFreshDatabase()
})
afterAll(() => connection.close())

const CHECK_VIOLATION = '23514'
const NOW = new Date('2026-11-20T09:00:00Z')
const act = {
  actor: 'ngozi',
  action: 'stock.receive',
  subject: 'TEE black M',
  details: { before: 0, after: 5 },
}

test.each([
  ['changed', sql`update audit_log set actor = 'nobody'`],
  ['deleted', sql`delete from audit_log`],
  ['emptied', sql`truncate audit_log`],
])('an entry can never be %s', async (_, statement) => {
  await recordAct(connection.db, act, NOW)
  const before = await listActs(connection.db, { limit: 100 })
  const error = await connection.db.execute(statement).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(sqlState(error)).toBe(CHECK_VIOLATION)
  expect(await listActs(connection.db, { limit: 100 })).toEqual(before)
  expect(before[0]).toMatchObject({ ...act, createdAt: NOW })
})

test('a rollback leaves no entry, and the list can be limited by time', async () => {
  const db = connection.db
  await expect(
    db.transaction(async (tx) => {
      await recordAct(tx, { ...act, subject: 'never' }, NOW)
      throw new Error('the change failed')
    }),
  ).rejects.toThrow('the change failed')
  await recordAct(db, { ...act, subject: 'later' }, new Date('2026-11-21T09:00:00Z'))
  const subjects = async (since?: Date) =>
    (await listActs(db, { since, limit: 100 })).map((line) => line.subject)
  expect(await subjects()).not.toContain('never')
  expect(await subjects(new Date('2026-11-21T00:00:00Z'))).toEqual(['later'])
})
