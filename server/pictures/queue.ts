export type Queue = <T>(work: () => Promise<T>) => Promise<T>

/** Runs at most `limit` pieces of work at a time, the others in the order in which they came. */
export function createQueue(limit: number): Queue {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= limit) await new Promise<void>((resume) => waiting.push(resume))
    else running += 1
    try {
      return await work()
    } finally {
      // The place is handed on without being given up, so that a newcomer cannot slip in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
