import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClockOrder, ProcessReport } from './clock-order.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const PRELOAD = resolve(import.meta.dirname, 'preload.ts')

/** A program of ours in a process of its own, with a clock that can be moved; it waits for `open`. */
export type Child = {
  open: (aheadMs: number) => void
  /** The first line or report that `find` reads something out of. Rejects when the process ends before. */
  until: <Found>(find: (line: string | ProcessReport) => Found | undefined) => Promise<Found>
  /** Makes it that much later there; ends once what fell due has begun. */
  advance: (ms: number) => Promise<void>
  /** Every line that it wrote. */
  lines: string[]
  hasEnded: () => boolean
  /** kill -9; ends once it is gone. */
  kill: () => Promise<void>
}

export function spawnChild(
  program: string,
  options: { env: Record<string, string>; readAhead?: readonly string[] },
): Child {
  const child: ChildProcess = spawn(process.execPath, ['--import', PRELOAD, program], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH ?? '',
      PROOF_READ_AHEAD: (options.readAhead ?? []).join(' '),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const lines: string[] = []
  const listeners = new Set<(told: string | ProcessReport) => void>()
  const exit = once(child, 'exit')
  const tell = (told: string | ProcessReport) => {
    for (const listener of listeners) listener(told)
  }
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      tell(line)
    })
  }
  const reports: ProcessReport[] = []
  child.on('message', (report: ProcessReport) => {
    reports.push(report)
    tell(report)
  })
  // A message to a process that was killed a moment ago goes nowhere.
  child.on('error', () => {})
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const send = (order: ClockOrder) => {
    if (child.connected) child.send(order, () => {})
  }
  const until: Child['until'] = (find) =>
    new Promise((done, fail) => {
      const listener = (told: string | ProcessReport) => {
        const found = find(told)
        if (found === undefined) return
        listeners.delete(listener)
        done(found)
      }
      for (const told of [...lines, ...reports]) {
        const found = find(told)
        if (found !== undefined) return done(found)
      }
      listeners.add(listener)
      void exit.then(() => {
        if (listeners.delete(listener)) fail(new Error(`${program} ended:\n${lines.join('\n')}`))
      })
    })
  return {
    open: (aheadMs) => send({ do: 'open', aheadMs }),
    until,
    advance: async (ms) => {
      if (hasEnded()) return
      const before = reports.filter((report) => report.kind === 'advanced').length
      send({ do: 'advance', ms })
      for (;;) {
        if (hasEnded() || reports.filter((report) => report.kind === 'advanced').length > before) return
        await sleep(2)
      }
    },
    lines,
    hasEnded,
    kill: async () => {
      child.kill('SIGKILL')
      await exit
    },
  }
}
