import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder } from '#server/catalogue/folder.fixture.ts'
import { ROOT } from '#server/root.ts'
import { type Ended, runOwner } from '#test/support/owner.ts'
import { COMMAND_PROGRAM } from '../../scripts/shop-process.mjs'
import { COMMANDS } from './commands.ts'
import { openShop } from './open-shop.ts'
import { createProgress } from './progress.ts'

const SHOP = join(ROOT, COMMAND_PROGRAM)
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'jara-data-'))
  // Root starts the database as a user who must be able to enter.
  await chmod(dataDir, 0o755)
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** Runs in this process, which saves a second per call. */
const shop = (args: readonly string[], env: Record<string, string> = {}) =>
  runOwner(COMMANDS, args, {
    cwd: dataDir,
    open: (whenAbsent) => openShop({ DATA_DIR: dataDir, ...env }, whenAbsent),
  })

/** Runs as npm runs it, with its own embedded database. */
function shopProcess(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const variables = { PATH: process.env.PATH, DATA_DIR: dataDir, ...env }
  return new Promise((done) => {
    execFile(process.execPath, [SHOP, ...args], { env: variables }, (error, out, err) => {
      done({ code: error ? Number(error.code) : 0, out, err })
    })
  })
}

test('help lists the commands, and the help of a command explains its rules', async () => {
  const help = await shop(['help'])
  expect(help).toMatchObject({ code: 0, err: '' })
  expect(help.out).toContain('import [options] <folder>')
  const ofImport = await shop(['help', 'import'])
  expect(ofImport.code).toBe(0)
  expect(ofImport.out).toMatch(/With --stock, the products whose stock the file names are set/)
  expect((await shop(['import', '--help'])).out).toBe(ofImport.out)
})

test.each([
  [['sell'], "unknown command 'sell'"],
  [['help', 'sell'], 'import [options] <folder>'],
  [['audit', '--as='], 'It needs a name.'],
  [['orders', 'list', '--limit', '201'], '--limit must be a whole number from 1 to 200.'],
  [['import', 'a', '--stocks'], "unknown option '--stocks'\n(Did you mean --stock?)"],
])('%j is not understood: a short help and exit code 2', async (args, reason) => {
  const { code, out, err } = await shop(args)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(reason)
  expect(err).toContain('Usage: npm run shop -- ')
})

test.each([[['orders', 'issues']], [['backup', 'saved.jsonl.gz']], [['person', 'export', 'ada@example.ng']]])(
  '%j is refused where there is no shop, and creates nothing',
  async (args) => {
    const empty = await mkdtemp(join(tmpdir(), 'jara-empty-'))
    for (const folder of [empty, join(empty, 'data')]) {
      const { code, out, err } = await runOwner(COMMANDS, args, {
        cwd: empty,
        open: (whenAbsent) => openShop({ DATA_DIR: folder }, whenAbsent),
      })
      expect(err).toBe(`There is no shop in ${folder}. Set DATABASE_URL or DATA_DIR as the shop has them.`)
      expect({ code, out }).toEqual({ code: 1, out: '' })
    }
    expect(await readdir(empty)).toEqual([])
    await rm(empty, { recursive: true })
  },
)

test.each([
  [['import', 'gone'], '/gone: there is no such folder.\nNothing was changed: 1 error in the folder.'],
  [['import', '.'], 'products.json: the folder has neither this file nor products.csv.\nNothing was changed'],
  [['restore', 'gone.jsonl.gz'], 'There is no file '],
  [['restore', '.'], ' is a folder. Name a file.'],
  [['restore', 'no-backup'], 'This file is not a backup of a shop'],
])('%j has nothing to fill a shop with, and creates none', async (args, reason) => {
  const cwd = await mkdtemp(join(tmpdir(), 'jara-nothing-'))
  await writeFile(join(cwd, 'no-backup'), 'sku')
  const { code, out, err } = await runOwner(COMMANDS, args, {
    cwd,
    open: (whenAbsent) => openShop({ DATA_DIR: join(cwd, 'data') }, whenAbsent),
  })
  expect(err).toContain(reason)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(await readdir(cwd)).toEqual(['no-backup'])
  await rm(cwd, { recursive: true })
})

test('an invalid variable is reported in one sentence', async () => {
  const { code, err } = await shop(['stock', 'list'], { DATABASE_URL: 'mysql://nowhere' })
  expect(code).toBe(1)
  expect(err).toContain('DATABASE_URL must be a postgres:// address')
})

test('an import reports what it did; the errors of a faulty folder are listed and it exits with 1', {
  timeout: 120_000,
}, async () => {
  const tote = { sku: 'TOTE', name: 'Tote', price: 4000, category: 'Bags', stock: [{ quantity: 3 }] }
  const folder = await makeFolder({ 'products.json': [{ ...tote, images: ['a.webp'] }] }, ['a.webp'])
  // Paths are relative to the owner's working directory, which npm passes in INIT_CWD.
  const done = await shopProcess(['import', basename(folder)], { INIT_CWD: dirname(folder) })
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(done.out).toContain('checking pictures: 1 of 1\n')
  expect(done.out).toContain(
    `Imported into the embedded database in ${dataDir}.\nProducts: 1 new, 0 changed, 0 unchanged.`,
  )
  expect(done.out).toContain('Stock: 3 units received')
  expect(done.out).toMatch(
    /The shop delivers nowhere yet, so nobody can check out: put places.json .* again\.$/m,
  )
  const faulty = await makeFolder({ 'products.json': [{ ...tote, price: -1, images: ['gone.webp'] }] })
  const refused = await shopProcess(['import', faulty])
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('products.json, item 1 (TOTE): price must not be negative.\n')
  expect(refused.err).toContain(
    'products.json, item 1 (TOTE): the picture "gone.webp" is not in the folder.\n',
  )
  expect(refused.err).toContain('Nothing was changed: 2 errors in the folder. Correct them')
})

test('an import is completed though nobody reads its output to the end', { timeout: 120_000 }, async () => {
  const product = { sku: 'UNREAD', name: 'Cap', price: 4000, category: 'Caps', stock: [{ quantity: 3 }] }
  const files = {
    'products.json': [{ ...product, images: ['b.webp'] }],
    'places.csv': 'place,amount\nYaba,1500',
  }
  const folder = await makeFolder(files, ['b.webp'])
  const variables = { PATH: process.env.PATH, DATA_DIR: dataDir }
  const importing = spawn(process.execPath, [SHOP, 'import', folder], { env: variables })
  importing.stdout.destroy()
  expect((await once(importing, 'exit'))[0]).toBe(0)
  const { out } = await shop(['import', folder])
  expect(out).toContain('Products: 0 new, 0 changed, 1 unchanged.')
  expect(out).not.toContain('nowhere')
})

test('without a terminal, progress is a line for every tenth', () => {
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
