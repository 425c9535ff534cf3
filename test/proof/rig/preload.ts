/**
 * Preloaded into each shop and provider process of the proofs; the program itself runs unchanged. It gives the process a
 * clock that the proof can move: it affects the time that the program reads, and timers of a sweep's interval or longer.
 * Shorter timers (a driver's waits, polling) and all socket timeouts use the machine's time.
 */
import type { Order } from './order.ts'

/** The shop schedules nothing at shorter intervals. */
const LONG_MS = 15_000

type LongTimer = { timer: NodeJS.Timeout; run: () => void; dueMs: number }

const MachineDate = Date
const setMachineTimeout = globalThis.setTimeout
const clearMachineTimeout = globalThis.clearTimeout
const longTimers = new Map<NodeJS.Timeout, LongTimer>()
let aheadMs = Number(process.env.PROOF_AHEAD_MS)

const nowMs = () => MachineDate.now() + aheadMs

globalThis.Date = new Proxy(MachineDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [nowMs()] : args, newTarget),
  apply: () => new MachineDate(nowMs()).toString(),
  get: (target, name, receiver) => (name === 'now' ? nowMs : Reflect.get(target, name, receiver)),
})

function arm(handle: NodeJS.Timeout | undefined, run: () => void, dueMs: number): NodeJS.Timeout {
  const timer = setMachineTimeout(
    () => {
      longTimers.delete(key)
      run()
    },
    Math.max(0, dueMs - nowMs()),
  )
  const key = handle ?? timer
  longTimers.set(key, { timer, run, dueMs })
  return key
}

globalThis.setTimeout = Object.assign(
  (run: (...args: unknown[]) => void, waitMs = 0, ...args: unknown[]) =>
    waitMs < LONG_MS
      ? setMachineTimeout(run, waitMs, ...args)
      : arm(undefined, () => run(...args), nowMs() + waitMs),
  setMachineTimeout,
) as typeof setTimeout

globalThis.clearTimeout = (handle) => {
  const long = longTimers.get(handle as NodeJS.Timeout)
  longTimers.delete(handle as NodeJS.Timeout)
  clearMachineTimeout(long?.timer ?? handle)
}

/** Moves the process's clock forward: timers that are now due run in the order of their due time. */
function advance(ms: number): void {
  aheadMs += ms
  const waiting = [...longTimers].toSorted(([, one], [, other]) => one.dueMs - other.dueMs)
  for (const [handle, { timer, run, dueMs }] of waiting) {
    if (!longTimers.has(handle)) continue
    clearMachineTimeout(timer)
    arm(handle, run, dueMs)
  }
}

process.on('message', ({ advanceMs }: Order) => {
  advance(advanceMs)
  process.send?.({ kind: 'done' })
})
// The proof has exited. A graceful exit could wait forever for this process's threads.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
