/** Runs at most this many tasks at once; the others wait in FIFO order. */
export type Semaphore = {
  <T>(work: () => Promise<T>): Promise<T>
  /** For how long the first in the queue has been waiting; 0 if nobody waits. */
  waitedMs: () => number
}

export function createSemaphore(atOnce: number): Semaphore {
  const waiting: { begin: () => void; sinceMs: number }[] = []
  let free = atOnce
  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1
    else await new Promise<void>((begin) => waiting.push({ begin, sinceMs: performance.now() }))
    try {
      return await work()
    } finally {
      // Pass the slot straight to the next waiter instead of freeing it first: no newcomer can slip in between.
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next.begin()
    }
  }
  const waitedMs = () => (waiting[0] === undefined ? 0 : performance.now() - waiting[0].sinceMs)
  return Object.assign(run, { waitedMs })
}
