import { eq, sql } from 'drizzle-orm'
import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import type { Database } from './connection.ts'
import { rowsStatement, type Slots, statement } from './statement.ts'

const notes = pgTable('notes', { id: integer(), words: text(), at: timestamp({ withTimezone: true }) })
const AT = new Date('2026-11-20T08:00:00.123Z')

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await shop.db.execute(sql`create table notes (id int, words text, at timestamptz)`)
})
afterAll(() => shop.close())

const add = statement('add_note', (db, { id, words, at }: Slots<'id' | 'words' | 'at'>) =>
  db.insert(notes).values({ id, words, at }).returning(),
)
const find = statement('find_note', (db, { id }: Slots<'id'>) =>
  db.select({ words: notes.words, at: notes.at }).from(notes).where(eq(notes.id, id)),
)
const count = rowsStatement<{ count: number }, 'least'>(
  ({ least }) => sql`select count(*)::int as count from notes where id >= ${least}::int`,
)

test('a statement runs with the values of each use, in its own transaction', async () => {
  const inTransaction = (id: number, isCommitted: boolean) =>
    shop.db
      .transaction(async (tx) => {
        expect(await add(tx, { id, words: `note ${id}`, at: AT })).toEqual([
          { id, words: `note ${id}`, at: AT },
        ])
        if (!isCommitted) throw new Error('rolled back')
      })
      .catch((error: Error) => error.message)
  await add(shop.db, { id: 1, words: null, at: AT })
  const outcomes = await Promise.all([2, 3, 4, 5, 6, 7].map((id) => inTransaction(id, id !== 5)))
  expect(outcomes.filter((outcome) => outcome !== undefined)).toEqual(['rolled back'])
  expect(await find(shop.db, { id: 1 })).toEqual([{ words: null, at: AT }])
  expect(await find(shop.db, { id: 5 })).toEqual([])
  expect(await find(shop.db, { id: 7 })).toEqual([{ words: 'note 7', at: AT }])
  expect(await count(shop.db, { least: 4 })).toEqual([{ count: 3 }])
  expect(await count(shop.db, { least: 1 })).toEqual([{ count: 6 }])
})

test('a value that is missing is an error before anything is sent', async () => {
  const findWithout = find as (db: Database, values: object) => Promise<unknown>
  await expect(findWithout(shop.db, {})).rejects.toThrow('No value for placeholder "id"')
})
