import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '#server/db/connection.ts'
import { users } from '#server/db/schema/person.ts'
import { createFreshDatabase, type TestDatabase } from '#test/support/fresh-database.ts'
import { runOwner } from '#test/support/owner.ts'
import { openShop } from './open-shop.ts'
import { addPerson } from './person.ts'

let database: TestDatabase
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'jara-data-'))
  database = await createFreshDatabase()
  const { db, close } = await openPostgres(database.url, 1)
  await db.insert(users).values({ id: 'u1', email: 'ada@example.ng', fullName: 'Ada Obi', passwordHash: 'x' })
  await close()
})
afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const shop = (...args: string[]) =>
  runOwner([addPerson], ['person', ...args], {
    open: (whenAbsent) => openShop({ DATABASE_URL: database.url, DATA_DIR: dataDir }, whenAbsent),
  })

test.each([
  [[], 'export <email>'],
  [['export'], "missing required argument 'email'"],
  [['erase', 'a@b.ng', 'c@d.ng'], 'too many arguments'],
  [['erase', ' ', '--yes'], 'Name one e-mail address.'],
  [['export', '@example.ng'], 'Name one e-mail address.'],
])('%j is not understood', async (args, reason) => {
  const { code, out, err } = await shop(...args)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(reason)
})

test('export prints only JSON; erase requires --yes, then erases', { timeout: 60_000 }, async () => {
  const exported = await shop('export', '\u202A Ada@Example.ng\u202C')
  expect(exported).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(exported.out).account.fullName).toBe('Ada Obi')

  const asked = await shop('erase', 'ada@example.ng')
  expect(asked).toMatchObject({ code: 1, out: '' })
  expect(asked.err).toContain('add --yes')
  const erased = await shop('erase', 'ada@example.ng', '--yes')
  expect(erased).toMatchObject({ code: 0, err: '' })
  expect(erased.out).toContain('accounts 1')
  expect(await shop('erase', 'typo@example.ng', '--yes')).toEqual({
    code: 1,
    out: '',
    err: 'The shop holds nothing about typo@example.ng.',
  })
  expect(await shop('export', 'ada@example.ng')).toMatchObject({
    code: 1,
    err: 'The shop holds nothing about ada@example.ng.',
  })
})
