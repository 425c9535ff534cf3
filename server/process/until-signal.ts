import { dieOf, endProcess } from './end-process.ts'

/** Closes something that was opened at startup. */
export type Closing = () => Promise<void>

/**
 * Closes the sources of work in parallel, then the rest in reverse order of opening. One failure does not prevent the others
 * from being closed, above all not running requests from finishing; rejects with the first failure.
 */
export async function closeAll(workSources: readonly Closing[], opened: readonly Closing[]): Promise<void> {
  const ends = await Promise.allSettled(workSources.map((close) => close()))
  for (const close of opened.toReversed()) ends.push(...(await Promise.allSettled([close()])))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** Limit for the whole shutdown; running requests and jobs get 10 s of it (http-server.ts, queue.ts). */
const STOP_MS = 15_000
/** A process that does not serve yet has acknowledged nothing, so a kill may cut off any step of its start. */
const START_STEP_MS = 5_000

/**
 * Starts, and shuts down on SIGTERM or SIGINT. A signal during startup aborts it at its next step
 * (`stopping.throwIfAborted()`), or kills it if that step is not reached soon. Exits with 0 when everything was closed in
 * order; is killed when that took too long. Rejects when the start or the shutdown itself fails.
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
        dieOf('SIGKILL')
      }, STOP_MS).unref()
      setTimeout(() => isStarting && dieOf(signal), START_STEP_MS).unref()
      ending.resolve()
    })
  }
  const stop = await start(stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error
  })
  isStarting = false
  if (stop) {
    await ending.promise
    await stop()
  }
  endProcess(0)
}
