import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import type { LoadJob, LoadRequest, LoadResult } from './load-process.ts'

/** Puts load on servers and returns the measurements; one job at a time. */
export type LoadGenerator = {
  run: (job: Omit<LoadJob, 'from'>) => Promise<LoadResult>
  stop: () => void
}

export function startLoadGenerator(): LoadGenerator {
  const child = fork(resolve(import.meta.dirname, 'load-process.ts'), { serialization: 'advanced' })
  /** Each job continues where the last one of the same list stopped: recently requested responses may be cached. */
  const places = new WeakMap<readonly LoadRequest[], number>()
  return {
    run: async (job) => {
      const from = places.get(job.requests) ?? 0
      child.send({ ...job, from })
      const [result] = (await once(child, 'message')) as [LoadResult]
      places.set(job.requests, result.next)
      return result
    },
    stop: () => child.kill(),
  }
}

/** The value below which the given fraction of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
