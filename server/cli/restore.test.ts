import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '#server/db/connection.ts'
import { createFolderStore } from '#server/pictures/picture-store.ts'
import { openFreshDatabase } from '#test/support/fresh-database.ts'
import { runOwner } from '#test/support/owner.ts'
import { seedProduct, stockOf } from '#test/support/purchase.ts'
import { addBackup } from './backup.ts'
import { addRestore } from './restore.ts'

let connection: Connection
let dataDir: string
const clock = { now: Date.parse('2026-11-20T09:00:00Z') }
beforeAll(async () => {
  connection = await openFreshDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'jara-restore-'))
  await seedProduct(connection.db, { id: 'tee', images: [] })
})
afterAll(async () => {
  await connection.close()
  await rm(dataDir, { recursive: true, force: true })
})

const owner = (...args: string[]) =>
  runOwner([addBackup, addRestore], args, {
    cwd: dataDir,
    open: async () => ({
      connection,
      databaseLabel: 'the test database',
      dataDir,
      pictureStore: createFolderStore(join(dataDir, 'pictures')),
      now: () => new Date(clock.now),
      settings: () => Promise.reject(new Error('not needed')),
      dependencies: () => Promise.reject(new Error('not needed')),
      close: async () => {},
    }),
  })

test('a restore replaces another shop only with --replace --yes, and saves that shop first', async () => {
  expect((await owner('backup', 'first.jsonl.gz')).out).toMatch(
    /first\.jsonl\.gz: 0 orders, \d+ rows in all, 0 pictures, from the test database\.\n/,
  )
  await seedProduct(connection.db, { id: 'cap' })
  const refused = await owner('restore', 'first.jsonl.gz')
  expect(refused).toMatchObject({
    code: 1,
    err: 'The database already holds a shop. With --replace the backup takes its place.',
  })
  expect(await owner('restore', 'first.jsonl.gz', '--replace')).toMatchObject({
    code: 1,
    err: 'This replaces everything that the shop holds. Nothing was changed; add --yes to do it.',
  })
  expect(await stockOf(connection, 'cap')).toEqual([10, 0, 0])

  const done = await owner('restore', 'first.jsonl.gz', '--replace', '--yes')
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(done.out).toMatch(
    /^Restored as of 2026-11-20 10:00 \(Lagos\): 0 orders, \d+ rows in all, 0 pictures, into the test database\.$/m,
  )
  expect(await stockOf(connection, 'cap')).toEqual([])
  // At the same instant, the saved backup would get the name of the file to restore.
  const [same] = await readdir(join(dataDir, 'backups'))
  const clash = await owner('restore', join('backups', same ?? ''), '--replace', '--yes')
  expect(clash).toMatchObject({ code: 1, err: expect.stringContaining('never overwritten') })
  clock.now += 60_000
  const [saved] = await readdir(join(dataDir, 'backups'))
  expect((await owner('restore', join('backups', saved ?? ''), '--replace', '--yes')).code).toBe(0)
  expect(await stockOf(connection, 'cap')).toEqual([10, 0, 0])
})

test('a backup of pictures that are not there is refused and leaves no file; --no-pictures makes one', async () => {
  await seedProduct(connection.db, { id: 'shown' })
  const refused = await owner('backup', 'pictures.jsonl.gz')
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('Pictures that products show cannot be found: 1 of 1 (0123456789abcdef-')
  expect(refused.err).toContain('PICTURES_S3_')
  expect((await readdir(dataDir)).filter((name) => name.startsWith('pictures.'))).toEqual([])
  expect((await owner('backup', 'pictures.jsonl.gz', '--no-pictures')).code).toBe(0)
})

test.each([
  [['backup'], 2, "missing required argument 'file'"],
  [['restore'], 2, "missing required argument 'file'"],
  [['restore', 'gone.jsonl.gz'], 1, '/gone.jsonl.gz.'],
  [['restore', '.'], 1, ' is a folder. Name a file.'],
  [['backup', join('a-file', 'x.jsonl.gz')], 1, 'a part of its path is a file, not a folder.'],
])('%j is refused', async (args, code, reason) => {
  await writeFile(join(dataDir, 'a-file'), '')
  const ended = await owner(...args)
  expect(ended.err).toContain(reason)
  expect(ended.code).toBe(code)
})
