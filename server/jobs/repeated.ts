import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { MINUTE_MS } from '#shared/duration.ts'
import { createErrorLog } from './error-log.ts'

/** `stopping` is aborted when the process stops: long work ends early, leaving the rest to the next run. */
export type RepeatedRun = (stopping: AbortSignal) => Promise<void>

type Entry = { name: string; everyMs: number; run: RepeatedRun }

/** So that a shop that restarts every half hour still does its hourly work. */
const FIRST_RUN_WITHIN_MS = MINUTE_MS

/** Work that this process repeats while it runs. */
export function createRepeatedWork(log: Logger) {
  const entries: Entry[] = []
  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  const logError = createErrorLog(log, 'repeated job failed')

  async function runOnce({ name, run }: Entry): Promise<void> {
    try {
      await run(stopping.signal)
    } catch (error) {
      logError(error, { job: name })
    }
  }

  /** The next run is scheduled when this one is over, so that they never overlap. */
  function schedule(entry: Entry, waitMs: number): void {
    if (stopping.signal.aborted) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      const run = runOnce(entry).finally(() => {
        running.delete(run)
        schedule(entry, entry.everyMs)
      })
      running.add(run)
    }, waitMs)
    timers.add(timer)
  }

  return {
    /** Each `everyMs`, without overlap, and first within a minute of the start. */
    add: (name: string, everyMs: number, run: RepeatedRun): void => {
      entries.push({ name, everyMs, run })
    },
    start: () => {
      for (const entry of entries) schedule(entry, Math.min(entry.everyMs, FIRST_RUN_WITHIN_MS))
    },
    /** Starts no more work and waits for running work, at most `stopMs`. */
    stop: async (stopMs: number) => {
      stopping.abort()
      for (const timer of timers) clearTimeout(timer)
      await Promise.race([Promise.all(running), sleep(stopMs, undefined, { ref: false })])
    },
    /** Runs all of it once, now. */
    runAll: async () => {
      for (const entry of entries) await runOnce(entry)
    },
  }
}
