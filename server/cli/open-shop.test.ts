import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { applyMigrations, listApplied, listMigrations } from '#server/db/migrate.ts'
import { directClient } from '#server/db/pool.ts'
import { createOnServer, type TestDatabase } from '#test/support/fresh-database.ts'
import { getShared } from '#test/support/shared.ts'
import { openShop } from './open-shop.ts'

let database: TestDatabase
let dataDir: string
beforeAll(async () => {
  database = await createOnServer(await getShared('postgres'))
  dataDir = await mkdtemp(join(tmpdir(), 'jara-open-'))
})
afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

test('a command does not change the database under an open shop of an older version', async () => {
  const older = directClient(database.url)
  await older.connect()
  const all = listMigrations()
  await drizzle(older).transaction((tx) => applyMigrations(tx, all.slice(0, -1)))
  const open = () => openShop({ DATABASE_URL: database.url, DATA_DIR: dataDir }, 'refuse')
  await expect(open()).rejects.toThrow('A shop of another version is open on this database')
  expect(await listApplied(drizzle(older))).toHaveLength(all.length - 1)
  await older.end()

  const shop = await open()
  expect(await listApplied(shop.connection.db)).toHaveLength(all.length)
  await shop.close()
})

test('without the key of the provider, a command that asks it says that it asks the sandbox, and where', async () => {
  const said: string[] = []
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
  const ask = async (variables: Record<string, string>) => {
    said.length = 0
    const shop = await openShop({ DATABASE_URL: database.url, DATA_DIR: dataDir, ...variables }, 'refuse')
    try {
      expect(said).toEqual([])
      await shop.dependencies()
      await shop.dependencies()
    } finally {
      await shop.close()
    }
    return said.join('')
  }
  try {
    expect(await ask({ HOST: '127.0.0.2', PORT: '8080' })).toBe(
      'PAYSTACK_SECRET_KEY is not set: this command asks the sandbox at http://127.0.0.2:8080/sandbox, not Paystack. Give commands the same variables as the shop.\n',
    )
    expect(await ask({ PAYSTACK_SECRET_KEY: 'sk_test_abc' })).toBe('')
  } finally {
    write.mockRestore()
  }
})
