import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { MINUTE_MS } from '#shared/duration.ts'

/** Work that this process repeats while it runs. */
export type RepeatedWork = {
  add: (name: string, everyMs: number, run: RepeatedRun) => void
  start: () => void
  /** Starts no more work and waits for running work, at most `stopMs`. */
  stop: (stopMs: number) => Promise<void>
  /** Runs all of it once, now. */
  runAll: () => Promise<void>
}

/** `stopping` is aborted when the process stops: long work ends early, leaving the rest to the next run. */
export type RepeatedRun = (stopping: AbortSignal) => Promise<void>

type Entry = { name: string; everyMs: number; run: RepeatedRun }

/** So that a shop that restarts every half hour still does its hourly work. */
const FIRST_RUN_WITHIN_MS = MINUTE_MS

export function createRepeatedWork(log: Logger): RepeatedWork {
  const entries: Entry[] = []
  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()

  async function runOnce({ name, run }: Entry): Promise<void> {
    try {
      await run(stopping.signal)
    } catch (error) {
      log.error({ err: error, job: name }, 'repeated job failed')
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
    add: (name, everyMs, run) => void entries.push({ name, everyMs, run }),
    start: () => {
      for (const entry of entries) schedule(entry, Math.min(entry.everyMs, FIRST_RUN_WITHIN_MS))
    },
    stop: async (stopMs) => {
      stopping.abort()
      for (const timer of timers) clearTimeout(timer)
      await Promise.race([Promise.all(running), sleep(stopMs, undefined, { ref: false })])
    },
    runAll: async () => {
      for (const entry of entries) await runOnce(entry)
    },
  }
}
