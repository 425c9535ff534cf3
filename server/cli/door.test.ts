import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActs } from '#server/audit/store.ts'
import { makeFolder } from '#server/catalogue/folder.fixture.ts'
import { lockDataFolder } from '#server/db/lock.ts'
import { openAsOwner, runOwner } from '#test/support/owner.ts'
import { seedProduct } from '#test/support/purchase.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { askOpenShop } from './ask-open-shop.ts'
import { COMMANDS } from './commands.ts'
import { doorFile, serveOwnerCommands } from './door.ts'
import { openShop } from './open-shop.ts'

let shop: TestShop
let dataDir: string
let lock: { release: () => void }
let close: () => Promise<void>
beforeAll(async () => {
  shop = await openTestShop()
  await seedProduct(shop.db, { id: 'tee', sku: 'TEE', images: [] })
  dataDir = await mkdtemp(join(tmpdir(), 'jara-door-'))
  lock = lockDataFolder(dataDir)
  close = await serveOwnerCommands(await openAsOwner(shop, dataDir)('refuse'), async () => COMMANDS)
})
afterAll(async () => {
  await close()
  lock.release()
  await shop.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Runs as the owner's process does, on a data folder that a running shop has locked. */
async function owner(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const output = { say: (line: string) => out.push(line), complain: (line: string) => err.push(line) }
  const ended = await runOwner(COMMANDS, args, {
    open: (whenAbsent) => openShop({ DATA_DIR: dataDir }, whenAbsent),
    askOpenShop: (asked) =>
      askOpenShop(
        dataDir,
        { args: [...asked], actor: 'ngozi', cwd: dataDir },
        { ...output, terminal: undefined },
      ),
  })
  return { code: ended.code, out: out.join('\n') || ended.out, err: err.join('\n') || ended.err }
}

test('a running embedded shop executes the commands itself, under the name of whoever gives them', async () => {
  const received = await owner(
    'stock',
    'receive',
    'TEE',
    'black',
    'M',
    '5',
    '--reason',
    'delivery',
    '--as',
    'Tunde',
  )
  expect(received).toMatchObject({ code: 0, err: '' })
  expect(received.out).toContain('10 were left, now 15')
  expect(await listActs(shop.db, { limit: 1 })).toMatchObject([{ actor: 'Tunde', action: 'stock.receive' }])
  expect(await owner('orders', 'show', 'FFFFF')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringContaining('There is no order'),
  })
  expect((await owner('orders', 'list', '--status', 'x')).code).toBe(2)

  const saved = await owner('backup', 'open.jsonl.gz')
  expect(saved).toMatchObject({ code: 0, err: '' })
  expect(existsSync(join(dataDir, 'open.jsonl.gz'))).toBe(true)
  expect((await owner('backup', 'open.jsonl.gz')).err).toContain('a backup is never overwritten')
})

test.each([
  ['import', () => makeFolder({ 'products.json': [] })],
  [
    'restore',
    async () => {
      await owner('backup', 'closed.jsonl.gz')
      return join(dataDir, 'closed.jsonl.gz')
    },
  ],
] as const)('%s needs the shop closed', async (command, source) => {
  const { code, err } = await owner(command, await source())
  expect(code).toBe(1)
  expect(err).toMatch(/^The shop is running.*Nothing was changed\.\nStop the shop/)
})

test('a command may be as long as 64 KB; a longer one is refused with the reason', async () => {
  const skus = (count: number) => Array.from({ length: count }, (_, i) => `SKU-${i}`)
  const long = await owner('products', 'retire', ...skus(4_000), '--reason', 'season')
  expect(long).toEqual({
    code: 1,
    out: '',
    err: 'There is no product "SKU-0": give its SKU or its full name. Nothing was changed.',
  })
  expect((await owner('stock', 'list', 'x'.repeat(60_000))).err).toContain('There is no product')
  const tooLong = {
    code: 1,
    out: '',
    err: 'The command is longer than a running shop takes (64 KB). Give it in parts, or stop the shop first. Nothing was changed.',
  }
  expect(await owner('products', 'retire', ...skus(8_000), '--reason', 'season')).toEqual(tooLong)
  expect(await owner('stock', 'list', 'x'.repeat(2_000_000))).toEqual(tooLong)
})

test('commands are refused without the token, which only the shop’s account can read', async () => {
  const file = doorFile(dataDir)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const { port, token } = JSON.parse(await readFile(file, 'utf8'))
  const body = JSON.stringify({ args: ['audit'], actor: 'x', cwd: '/' })
  const call = (init: RequestInit) => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, ...init })
  expect((await call({})).status).toBe(403)
  expect((await call({ headers: { authorization: `Bearer ${'0'.repeat(64)}` } })).status).toBe(403)
  const headers = { authorization: `Bearer ${token}` }
  expect((await call({ headers, method: 'GET', body: null })).status).toBe(403)
  const unreadable = await call({ headers, body: '{' })
  expect(unreadable.status).toBe(400)
  expect(await unreadable.json()).toEqual({
    complain: expect.stringContaining('does not understand the command'),
  })
  expect((await call({ headers, body: JSON.stringify({ args: ['x'.repeat(70_000)] }) })).status).toBe(400)
  const restoring = await (
    await call({ headers, body: JSON.stringify({ args: ['restore', 'f'], actor: 'x', cwd: '/' }) })
  ).text()
  expect(restoring).toContain('There is no command')
  expect(restoring).toContain('{"code":2}')
})

test('a door file left behind by a killed shop is ignored', async () => {
  const stale = await mkdtemp(join(tmpdir(), 'jara-stale-'))
  await writeFile(doorFile(stale), JSON.stringify({ port: 1, token: 'x' }))
  const output = { say: () => {}, complain: () => {}, terminal: undefined }
  expect(await askOpenShop(stale, { args: ['audit'], actor: 'x', cwd: '/' }, output)).toBeUndefined()
  await rm(stale, { recursive: true })
})
