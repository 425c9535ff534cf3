/** Runs at most so many pieces of work at once; the others wait for their turn, first come first served. */
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
      // A turn that ends is handed on, never first put back: nobody who comes later slips in between.
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}
