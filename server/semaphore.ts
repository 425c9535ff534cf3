/** Runs at most this many tasks at once; the others wait in FIFO order. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

export function createSemaphore(atOnce: number): Semaphore {
  const waiting: (() => void)[] = []
  let free = atOnce
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await work()
    } finally {
      // Pass the slot straight to the next waiter instead of freeing it first: no newcomer can slip in between.
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}
