/**
 * Loaded into each shop and provider process of the proofs before its program, which is run as it is. It waits for the
 * word to open, so that a spare one has its modules read already, and gives the process a clock that the proof can
 * move: the time that the program reads, and its timers of a sweep's length or longer, which fall due with it. Shorter
 * ones (waits of a driver, polling) and all time limits of sockets keep the machine's time.
 */
import type { Order } from './order.ts'

/** No shorter wait is a schedule of the shop's own. */
const LONG_MS = 15_000

type LongTimer = { timer: NodeJS.Timeout; run: () => void; dueMs: number }

const MachineDate = Date
const setMachineTimeout = globalThis.setTimeout
const clearMachineTimeout = globalThis.clearTimeout
const longTimers = new Map<NodeJS.Timeout, LongTimer>()
let aheadMs = 0

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

/** The whole process is that much later: what fell due meanwhile runs now, in the order of its time. */
function advance(ms: number): void {
  aheadMs += ms
  const waiting = [...longTimers].toSorted(([, one], [, other]) => one.dueMs - other.dueMs)
  for (const [handle, { timer, run, dueMs }] of waiting) {
    if (!longTimers.has(handle)) continue
    clearMachineTimeout(timer)
    arm(handle, run, dueMs)
  }
}

const { promise: opened, resolve: open } = Promise.withResolvers<void>()
process.on('message', async (order: Order) => {
  if (order.do === 'open') {
    aheadMs = order.aheadMs
    open()
    return
  }
  if (order.do === 'advance') advance(order.ms)
  else (await import('./embedded-trap.ts')).dieAt(order.point, order.markers)
  process.send?.({ kind: 'done' })
})
// The proof is gone. An orderly exit could wait for threads of its own for ever.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
for (const module of (process.env.PROOF_READ_AHEAD ?? '').split(' ').filter(Boolean)) await import(module)
await opened
