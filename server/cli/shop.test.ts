import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder } from '#server/catalogue/folder.fixture.ts'
import { lockDataFolder } from '#server/db/lock.ts'
import { type Ended, runOwner } from '#test/support/owner.ts'
import { importCommand } from './import.ts'
import { openShop } from './open-shop.ts'
import { createProgress } from './progress.ts'

const SHOP = resolve(import.meta.dirname, 'shop.ts')
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'jara-data-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** In this process, which spares a second a call. */
const shop = (args: readonly string[], env: Record<string, string> = {}) =>
  runOwner([importCommand], args, { cwd: dataDir, open: () => openShop({ DATA_DIR: dataDir, ...env }) })

/** As npm runs it, with an embedded database of its own. */
function shopProcess(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const variables = { PATH: process.env.PATH, DATA_DIR: dataDir, ...env }
  return new Promise((done) => {
    execFile(process.execPath, [SHOP, ...args], { env: variables }, (error, out, err) => {
      done({ code: error ? Number(error.code) : 0, out, err })
    })
  })
}

test('help lists the commands, and help of a command tells its rules', async () => {
  const help = await shop(['help'])
  expect(help).toMatchObject({ code: 0, err: '' })
  expect(help.out).toContain('import FOLDER [--stock]')
  const ofImport = await shop(['help', 'import'])
  expect(ofImport.code).toBe(0)
  expect(ofImport.out).toMatch(/--stock they are set to what the file says/)
  expect((await shop(['import', '--help'])).out).toBe(ofImport.out)
})

test.each([
  [['sell'], 'There is no command "sell".'],
  [['import'], 'Which folder is to be imported?'],
  [['import', 'a', 'b'], 'One folder at a time can be imported.'],
  [['import', 'a', '--stocks'], "Unknown option '--stocks'"],
])('%j is not understood: a short help and exit code 2', async (args, reason) => {
  const { code, out, err } = await shop(args)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(reason)
  expect(err).toContain('Usage: npm run shop -- ')
})

test('the exit code reaches the caller', async () => {
  expect((await shopProcess(['sell'])).code).toBe(2)
})

test('a wrong variable is said in a sentence', async () => {
  const { code, err } = await shop(['import', 'folder'], { DATABASE_URL: 'mysql://nowhere' })
  expect(code).toBe(1)
  expect(err).toContain('DATABASE_URL must be a postgres:// address')
})

test('while the shop runs on the embedded database, the import says to stop it and changes nothing', async () => {
  const lock = lockDataFolder(dataDir)
  try {
    const { code, err } = await shop(['import', 'folder'])
    expect(code).toBe(1)
    expect(err).toMatch(/^The shop is running.*Nothing was changed\.\nStop the shop/)
  } finally {
    lock.release()
  }
})

test('an import tells what it did; a faulty folder is listed and exits with 1', {
  timeout: 120_000,
}, async () => {
  const tote = { sku: 'TOTE', name: 'Tote', price: 4000, category: 'Bags', stock: [{ quantity: 3 }] }
  const folder = await makeFolder({ 'products.json': [{ ...tote, images: ['a.webp'] }] }, ['a.webp'])
  // Paths are meant from where the owner stands, which npm tells in INIT_CWD.
  const done = await shopProcess(['import', basename(folder)], { INIT_CWD: dirname(folder) })
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(done.out).toContain('looking at pictures: 1 of 1\n')
  expect(done.out).toContain('Products: 1 new, 0 changed, 0 as they were.')
  expect(done.out).toContain('Stock: 3 units received')
  const faulty = await makeFolder({ 'products.json': [{ ...tote, price: -1, images: ['gone.webp'] }] })
  const refused = await shop(['import', faulty])
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('products.json, item 1 (TOTE): price must not be negative.\n')
  expect(refused.err).toContain(
    'products.json, item 1 (TOTE): the picture "gone.webp" is not in the folder.\n',
  )
  expect(refused.err).toContain('Nothing was changed: 2 things are wrong')
})

test('without a terminal progress is a line for every tenth', () => {
  const lines: string[] = []
  const progress = createProgress({
    say: (line) => lines.push(line),
    complain: () => {},
    terminal: undefined,
  })
  for (let done = 1; done <= 1000; done++) progress.show('looking', done, 1000)
  for (let done = 1; done <= 3; done++) progress.show('writing', done, 3)
  expect(lines).toEqual([
    ...[100, 200, 300, 400, 500, 600, 700, 800, 900, 1000].map((done) => `looking: ${done} of 1000`),
    'writing: 1 of 3',
    'writing: 2 of 3',
    'writing: 3 of 3',
  ])
})
