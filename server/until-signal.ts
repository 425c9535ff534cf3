/** All that a start opened is closed by this. */
export type Closing = () => Promise<void>

/**
 * Closes the doors at the same time, then what was opened, the last first. What fails keeps nothing else from being
 * closed, above all not the requests under way from their answers; the first failure is what it rejects with.
 */
export async function closeAll(doors: readonly Closing[], opened: readonly Closing[]): Promise<void> {
  const ends = await Promise.allSettled(doors.map((close) => close()))
  for (const close of opened.toReversed()) ends.push(...(await Promise.allSettled([close()])))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** Requests and jobs that are under way have 10 s (http-server.ts, queue.ts); the rest of the closing has this much more. */
const STOP_MS = 15_000
/** Before it serves, a process has acknowledged nothing, and every step of its start may be cut off by a kill. */
const START_STEP_MS = 5_000

/**
 * Starts, and stops at SIGTERM or SIGINT: also one that comes while the start is under way, which then goes no further than
 * its next step (`stopping.throwIfAborted()`), or is left where it is when that is not reached soon. Ends the process: with 0 when
 * all was closed in order, with 1 when that took too long. Rejects when the start or the closing failed by itself.
 */
export async function runUntilSignal(
  start: (stopping: AbortSignal) => Promise<Closing>,
  say: (line: string) => void,
): Promise<void> {
  const stopping = new AbortController()
  const ending = Promise.withResolvers<void>()
  let isStarting = true
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted) return
      stopping.abort()
      say('Closing …')
      setTimeout(() => {
        say(`Not everything has ended after ${STOP_MS / 1000} seconds: ending all the same.`)
        process.exit(1)
      }, STOP_MS).unref()
      setTimeout(() => isStarting && process.exit(0), START_STEP_MS).unref()
      ending.resolve()
    })
  }
  const stop = await start(stopping.signal).catch((error: unknown) => {
    if (stopping.signal.aborted) process.exit(0)
    throw error
  })
  isStarting = false
  await ending.promise
  await stop()
  process.exit(0)
}
