import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { SHOP_ENV, SHOP_FLAGS } from '../../../scripts/shop-process.mjs'
import type { Order, ProcessReport } from './order.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const PRELOAD = resolve(import.meta.dirname, 'preload.ts')

/** One of our programs as a child process with a movable clock. */
export type Child = {
  /** The first value that `find` returns for a line or report. Rejects if the process exits before that. */
  until: <Found>(find: (line: string | ProcessReport) => Found | undefined) => Promise<Found>
  /** Resolves once the process has carried out the order, or is dead. */
  tell: (order: Order) => Promise<void>
  ended: Promise<void>
  /** Every line of stdout and stderr. */
  lines: string[]
  hasEnded: () => boolean
  /** kill -9; resolves once the process has exited. */
  kill: () => Promise<void>
  /** Stops it where it is; it can only be killed then. */
  freeze: () => void
}

/** `aheadMs`: how far its clock is ahead of the machine's. */
export function spawnChild(program: string, env: Record<string, string>, aheadMs = 0): Child {
  const child: ChildProcess = spawn(process.execPath, [...SHOP_FLAGS, '--import', PRELOAD, program], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH ?? '',
      ...SHOP_ENV,
      PROOF_AHEAD_MS: String(aheadMs),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const lines: string[] = []
  const listeners = new Set<(message: string | ProcessReport) => void>()
  const exit = once(child, 'exit')
  const onMessage = (message: string | ProcessReport) => {
    for (const listener of listeners) listener(message)
  }
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line)
      onMessage(line)
    })
  }
  const reports: ProcessReport[] = []
  child.on('message', (report: ProcessReport) => {
    reports.push(report)
    onMessage(report)
  })
  // A message to a process that was just killed is lost.
  child.on('error', () => {})
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const send = (order: Order) => {
    if (child.connected) child.send(order, () => {})
  }
  const until: Child['until'] = (find) =>
    new Promise((done, fail) => {
      const listener = (message: string | ProcessReport) => {
        const found = find(message)
        if (found === undefined) return
        listeners.delete(listener)
        done(found)
      }
      for (const message of [...lines, ...reports]) {
        const found = find(message)
        if (found !== undefined) return done(found)
      }
      listeners.add(listener)
      void exit.then(() => {
        if (listeners.delete(listener)) fail(new Error(`${program} ended:\n${lines.join('\n')}`))
      })
    })
  return {
    until,
    tell: async (order) => {
      const done = () => reports.filter((report) => report.kind === 'done').length
      const before = done()
      send(order)
      while (!hasEnded() && done() === before) await sleep(2)
    },
    ended: exit.then(() => {}),
    lines,
    hasEnded,
    kill: async () => {
      child.kill('SIGKILL')
      await exit
    },
    freeze: () => void child.kill('SIGSTOP'),
  }
}
