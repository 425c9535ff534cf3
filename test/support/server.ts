import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { COMMAND_PROGRAM, SHOP_ENV, SHOP_FLAGS, SHOP_PROGRAM } from '../../scripts/shop-process.mjs'

const ROOT = resolve(import.meta.dirname, '../..')
const READY_MS = 180_000
const STOP_MS = 20_000
const WARN = 40

export type ShopProcess = {
  url: string
  /** Log lines of level warn and above, and everything written to stderr. */
  complaints: string[]
  /** Sends SIGTERM, as a service manager does, and waits until the process has exited. */
  stop: () => Promise<void>
  /** kill -9 */
  kill: () => Promise<void>
}

/** A started shop process, which may not be serving yet. */
export type SpawnedShop = {
  pid: number
  /** Every line of stdout and stderr. */
  lines: string[]
  complaints: string[]
  /** Its URL, once it serves. Rejects if it exits before that. */
  opened: Promise<string>
  /** Its exit code; null if a signal ended it. */
  ended: Promise<number | null>
  signal: (name: 'SIGTERM' | 'SIGKILL') => void
}

/** Starts the built shop as `npm start` does. `port` 0 picks a free one; `env` adds variables. */
export function spawnShop(options: {
  dataDir: string
  port?: number
  env?: Record<string, string>
}): SpawnedShop {
  const child = spawn(process.execPath, [...SHOP_FLAGS, SHOP_PROGRAM], {
    cwd: ROOT,
    env: {
      ...SHOP_ENV,
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(options.port ?? 0),
      DATA_DIR: options.dataDir,
      DEMO_CATALOGUE: 'off',
      LOG_LEVEL: 'warn',
      LOG_FORMAT: 'json',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const complaints: string[] = []
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines.push(line)
    complaints.push(line)
  })
  const opened = new Promise<string>((done, fail) => {
    const giveUp = (why: string) => fail(new Error(`The shop did not open: ${why}\n${lines.join('\n')}`))
    const timer = setTimeout(() => giveUp(`not ready after ${READY_MS} ms`), READY_MS)
    void ended.then((code) => {
      clearTimeout(timer)
      giveUp(`it ended with ${code}`)
    })
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line)
      const address = / is open at (\S+)$/.exec(line)?.[1]
      if (address !== undefined) {
        clearTimeout(timer)
        done(address)
      }
      if (levelOf(line) >= WARN) complaints.push(line)
    })
  })
  // A test that stops the shop before it serves does not await `opened`.
  opened.catch(() => {})
  if (child.pid === undefined) throw new Error('The shop could not be started')
  return { pid: child.pid, lines, complaints, opened, ended, signal: (name) => void child.kill(name) }
}

/** Starts the built shop and waits until it serves. */
export async function startShop(options: Parameters<typeof spawnShop>[0]): Promise<ShopProcess> {
  const shop = spawnShop(options)
  return {
    url: await shop.opened,
    complaints: shop.complaints,
    stop: () => endProcess(shop),
    kill: async () => {
      shop.signal('SIGKILL')
      await shop.ended
    },
  }
}

function levelOf(line: string): number {
  if (!line.startsWith('{')) return 0
  return (JSON.parse(line) as { level: number }).level
}

async function endProcess(shop: SpawnedShop): Promise<void> {
  shop.signal('SIGTERM')
  const force = setTimeout(() => shop.signal('SIGKILL'), STOP_MS)
  const code = await shop.ended
  clearTimeout(force)
  if (code !== 0) throw new Error(`The shop ended with ${code} when asked to stop`)
}

/** Runs one of the owner's commands, with or without an open shop. Throws if the command fails. */
export async function runShopCommand(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl?: string },
  ...args: string[]
): Promise<void> {
  const child = spawn(process.execPath, [COMMAND_PROGRAM, ...args], {
    cwd: ROOT,
    env: {
      ...SHOP_ENV,
      PATH: process.env.PATH ?? '',
      DATA_DIR: dataDir,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => said.push(line))
  }
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`shop ${args.join(' ')} ended with ${code}\n${said.join('\n')}`)
}

/** A new data folder, copied from a prepared one. */
export function copyDataDir(prepared: string): { path: string; remove: () => void } {
  const made = newDataDir()
  cpSync(prepared, made.path, { recursive: true })
  return made
}

export function newDataDir(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'jara-shop-'))
  // Root starts an embedded database as a user who must be able to enter.
  chmodSync(path, 0o755)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
