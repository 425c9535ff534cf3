import type { LogPosition } from './heard-changes.ts'

/**
 * Measures replication lag by the times at which this process saw the primary's log reach a position: it does not depend
 * on another machine's clock, and an idle shop has no lag.
 */
export type LagMeter = {
  seen: (position: LogPosition, atMs: number) => void
  /** Records the replica's replay position; returns the age in ms of the oldest seen position that it lacks. */
  replayed: (upTo: LogPosition, nowMs: number) => number
  /** The latest time as of which the replica is known to be complete. */
  completeAsOfMs: () => number
}

const KEPT_MAX = 1_000

export function createLagMeter(): LagMeter {
  /** Positions that the replica has not reached, oldest first. */
  let ahead: { position: LogPosition; atMs: number }[] = []
  let reached: LogPosition = -1n
  let completeAsOfMs = Number.NEGATIVE_INFINITY
  return {
    seen: (position, atMs) => {
      if (position <= reached) completeAsOfMs = atMs
      const last = ahead.at(-1)
      if (last === undefined || position > last.position) ahead.push({ position, atMs })
      // Halves the resolution: the lag of a replica that is away for a day need not be exact to the second.
      if (ahead.length > KEPT_MAX) ahead = ahead.filter((_, index) => index % 2 === 0)
    },
    replayed: (upTo, nowMs) => {
      reached = upTo
      completeAsOfMs = ahead.findLast(({ position }) => position <= upTo)?.atMs ?? completeAsOfMs
      ahead = ahead.filter(({ position }) => position > upTo)
      return ahead[0] === undefined ? 0 : nowMs - ahead[0].atMs
    },
    completeAsOfMs: () => completeAsOfMs,
  }
}
