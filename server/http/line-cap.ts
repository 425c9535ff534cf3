import type { Logger } from 'pino'

/** This many per second get a line of their own: a flood of them must not fill the disk. */
const LINES_PER_S = 20

export type LineCap = ReturnType<typeof createLineCap>

/**
 * Caps the lines about one kind of response. Those of the current second without a line of their own are logged as a
 * number, under `message`, once it is over.
 */
export function createLineCap(log: Logger, message: string, now: () => Date) {
  let second = 0
  let count = 0
  return {
    /** Called for every response; the first one in a later second ends the count. */
    endCount: (): void => {
      const present = Math.floor(now().getTime() / 1_000)
      if (present === second) return
      if (count > LINES_PER_S) log.info({ count: count - LINES_PER_S }, message)
      second = present
      count = 0
    },
    /** Counts one; returns whether it gets a line of its own. */
    claim: (): boolean => {
      count += 1
      return count <= LINES_PER_S
    },
  }
}
