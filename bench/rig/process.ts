/** Floors as processes of their own, and what a process costs, read from /proc: NaN where there is none (all but Linux). */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { spawnShop } from '#test/support/server.ts'

export type ServerProcess = { url: string; pid: number; stop: () => Promise<void> }

/** As in production, except for the limits per address, because all load comes from one. */
export async function startShop(dataDir: string, env: Record<string, string>): Promise<ServerProcess> {
  const { opened, pid, signal, ended } = spawnShop({ dataDir, env: { RATE_LIMITS: 'off', ...env } })
  const stop = async () => {
    signal('SIGTERM')
    await ended
  }
  return { url: await opened, pid, stop }
}

/** Starts a program of this folder that calls `serveFloor`. */
export async function startFloor(program: string, settings: unknown): Promise<ServerProcess> {
  const child = fork(resolve(import.meta.dirname, program), { serialization: 'advanced' })
  child.send({ settings })
  const ended = once(child, 'exit').then(() =>
    Promise.reject(new Error(`${program} ended before it was open`)),
  )
  const [url] = (await Promise.race([once(child, 'message'), ended])) as [string]
  const stop = async () => {
    const exit = once(child, 'exit')
    child.kill()
    await exit
  }
  return { url, pid: child.pid ?? 0, stop }
}

/** In the floor's process: opens bare node:http with the settings that were sent, and reports its address. */
export function serveFloor<T>(
  listenerFor: (settings: T) => RequestListener | Promise<RequestListener>,
): void {
  process.once('message', async ({ settings }: { settings: T }) => {
    const server = createServer(await listenerFor(settings))
    server.listen(0, '127.0.0.1', () => {
      process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    })
  })
  process.once('disconnect', () => process.exit())
}

/** The kernel counts processor time in hundredths of a second. */
const MS_PER_TICK = 10
/** Fields of /proc/PID/stat, counted from after the program's name. */
const PARENT = 1
const USER_TICKS = 11
const SYSTEM_TICKS = 12

function readStat(pid: number | string): string[] {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** Processor time of a process in milliseconds. */
export function cpuMsOf(pid: number): number {
  const fields = readStat(pid)
  return (Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS])) * MS_PER_TICK
}

/** Memory of a process and all its descendants, what they share divided among them. */
export function pssMbOf(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  const own = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
  const children = readdirSync('/proc').filter((name) => readStat(name)[PARENT] === String(pid))
  return children.reduce((sum, name) => sum + pssMbOf(Number(name)), Number(own) / 1024)
}
