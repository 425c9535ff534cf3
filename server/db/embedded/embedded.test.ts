import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { joinEmbedded, startEmbedded } from './embedded.ts'
import { refuseAbsent } from './record.ts'

const folders: string[] = []
function newFolder(name = `my "shop's", data`): string {
  const parent = mkdtempSync(join(tmpdir(), 'jara-embedded-'))
  // Root starts the server as a user who must be able to enter.
  chmodSync(parent, 0o755)
  folders.push(parent)
  return join(parent, name)
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Most tests start from what the one before has left: a closed shop. Making a database takes longer than all they do with it. */
const dataDir = newFolder()
const ENV = { processes: 1, databasePool: 10 }
const optionsFor = (dataDir: string, said: string[] = []) => ({
  dataDir,
  env: ENV,
  say: (sentence: string) => void said.push(sentence),
})
const start = (dataDir: string, onCrash: (log: string) => void = () => {}) =>
  startEmbedded({ ...optionsFor(dataDir), onCrash })

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const postmasterOf = (dataDir: string) =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('two starts at once on a new folder make one database, and only one of them opens', async () => {
  const outcomes = await Promise.allSettled([start(dataDir), start(dataDir)])
  const open = outcomes.filter((outcome) => outcome.status === 'fulfilled')
  expect(open).toHaveLength(1)
  await open[0]?.value.stop()
})

test('a command uses the server of the open shop; a second shop on the folder is refused in one sentence', async () => {
  const shop = await start(dataDir)
  await query(shop.url, 'create table kept (n int); insert into kept values (1)')
  const command = await joinEmbedded(optionsFor(dataDir))
  expect(await query(command.url, 'select n from kept')).toEqual([{ n: 1 }])
  await command.stop()
  await expect(start(dataDir)).rejects.toThrow('is in use by another running shop. Stop that one first')
  expect(statSync(join(dataDir, 'database.json')).mode & 0o777).toBe(0o600)
  await shop.stop()
  await expect(query(shop.url, 'select 1')).rejects.toThrow()
})

test('without an open shop a command starts the server, other commands join it, and the shop waits for them', async () => {
  const first = await joinEmbedded(optionsFor(dataDir))
  const second = await joinEmbedded(optionsFor(dataDir))
  const client = new pg.Client({ connectionString: second.url })
  client.on('error', () => {})
  await client.connect()
  const said: string[] = []
  const opening = startEmbedded({ ...optionsFor(dataDir, said), onCrash: () => {} })
  await expect
    .poll(() => said)
    .toEqual([expect.stringContaining('One of your commands is using the database')])
  const stopping = first.stop()
  await sleep(300)
  // Whoever has come may finish.
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await client.end()
  await stopping
  const shop = await opening
  expect(await query(shop.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await shop.stop()
})

const KEPT_OPEN = `
  const { startEmbedded } = await import('#server/db/embedded/embedded.ts')
  const server = await startEmbedded({ dataDir: process.argv[1], env: { processes: 1, databasePool: 10 }, say: () => {}, onCrash: () => {} })
  process.stdout.write(server.url)
  setInterval(() => {}, 1000)`

test('the server ends by itself when the shop is killed, and the next start recovers what was confirmed', async () => {
  const shop = spawn(process.execPath, ['--input-type=module', '-e', KEPT_OPEN, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = await once(shop.stdout.setEncoding('utf8'), 'data')
  await query(url, 'insert into kept values (2)')
  const postmaster = postmasterOf(dataDir)
  shop.kill('SIGKILL')
  await expect.poll(() => isAlive(postmaster), { timeout: 5_000 }).toBe(false)
  const again = await start(dataDir)
  expect(await query(again.url, 'select max(n) as n from kept')).toEqual([{ n: 2 }])
  await again.stop()
})

test('a server that is killed is reported, and the next start recovers what was confirmed', async () => {
  const crash = Promise.withResolvers<string>()
  const shop = await start(dataDir, crash.resolve)
  await query(shop.url, 'insert into kept values (3)')
  process.kill(postmasterOf(dataDir), 'SIGKILL')
  expect(await crash.promise).toContain('ready to accept connections')
  const again = await start(dataDir)
  expect(await query(again.url, 'select max(n) as n from kept')).toEqual([{ n: 3 }])
  await again.stop()
})

test("the process id that a dead server left behind may be another program's by now", async () => {
  await (await start(dataDir)).stop()
  writeFileSync(
    join(dataDir, 'postgres/postmaster.pid'),
    `${process.pid}\n${join(dataDir, 'postgres')}\n1\n5432\n\n\n\nready\n`,
  )
  await (await start(dataDir)).stop()
})

test('it works in a folder longer than the path of a socket may be', async () => {
  const shop = await start(newFolder(`${'x'.repeat(75)}/${'y'.repeat(75)}`))
  expect(await query(shop.url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  expect(await query(shop.url, 'show fsync')).toEqual([{ fsync: 'on' }])
  const wrong = new URL(shop.url)
  wrong.password = 'guessed'
  await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
  await shop.stop()
})

test('a folder of a former version, or of another PostgreSQL, is refused in one sentence that says how to move', async () => {
  const former = newFolder()
  mkdirSync(join(former, 'database'), { recursive: true })
  await expect(start(former)).rejects.toThrow(/holds a shop of a former version.*restore FILE/)
  expect(() => refuseAbsent(former)).toThrow(/holds a shop of a former version/)
  const other = newFolder()
  mkdirSync(join(other, 'postgres'), { recursive: true })
  writeFileSync(join(other, 'postgres/PG_VERSION'), '14\n')
  await expect(start(other)).rejects.toThrow(/was made by PostgreSQL 14.*restore FILE/)
})
