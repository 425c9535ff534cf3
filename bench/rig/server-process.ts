import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { SHOP_ENV, SHOP_FLAGS } from '../../scripts/shop-process.mjs'
import { cpuMsOf, residentBytesOf } from './process-cost.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const READY_MS = 120_000
const STOP_MS = 20_000
const LINES_KEPT = 30

/** A server in a separate process: the shop or a floor. */
export type ServerProcess = {
  url: string
  /** From spawning it until it reported that it is open. */
  startMs: number
  /** Processor time used so far; undefined where the system does not report it. */
  cpuMs: () => number | undefined
  /** Current resident memory; undefined where the system does not report it. */
  residentBytes: () => number | undefined
  stop: () => Promise<void>
}

/** As in production, except for the address, the limits per address, and the demo catalogue. */
const BENCH_ENV = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: '0',
  DEMO_CATALOGUE: 'off',
  LOG_FORMAT: 'json',
  RATE_LIMITS: 'off',
}

/** Starts the built shop as `npm start` does. */
export function startShop(env: Record<string, string>): Promise<ServerProcess> {
  return startServer([...SHOP_FLAGS, 'server/main.ts'], { ...SHOP_ENV, ...BENCH_ENV, ...env })
}

/** Starts a floor: one of the programs in this folder. */
export function startFloor(program: string, settings: unknown): Promise<ServerProcess> {
  return startServer([resolve(import.meta.dirname, program), JSON.stringify(settings)], {})
}

/** The stand-in for the payment provider; `env`: the variables that make a shop use it. */
export type ProviderProcess = ServerProcess & { env: Record<string, string> }

export async function startProvider(): Promise<ProviderProcess> {
  const provider = await startFloor('provider-process.ts', {})
  return { ...provider, env: { PAYSTACK_SECRET_KEY: 'sk_test_bench', PAYSTACK_URL: provider.url } }
}

/** Spawns a program and waits until it prints that it "is open at" an address. */
async function startServer(args: readonly string[], env: Record<string, string>): Promise<ServerProcess> {
  const startedAtMs = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  const onLine = (line: string) => {
    said.push(line)
    if (said.length > LINES_KEPT) said.shift()
  }
  createInterface({ input: child.stderr }).on('line', onLine)
  const url = await new Promise<string>((done, fail) => {
    const giveUp = (why: string) => fail(new Error(`${args[0]} did not open: ${why}\n${said.join('\n')}`))
    const timer = setTimeout(() => giveUp(`not ready after ${READY_MS} ms`), READY_MS)
    child.once('exit', (code) => giveUp(`it ended with ${code}`))
    createInterface({ input: child.stdout }).on('line', (line) => {
      onLine(line)
      const address = / is open at (\S+)$/.exec(line)?.[1]
      if (address === undefined) return
      clearTimeout(timer)
      done(address)
    })
  })
  const { pid = 0 } = child
  return {
    url,
    startMs: performance.now() - startedAtMs,
    cpuMs: () => cpuMsOf(pid),
    residentBytes: () => residentBytesOf(pid),
    stop: () => endProcess(child),
  }
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await exit
  clearTimeout(force)
}
