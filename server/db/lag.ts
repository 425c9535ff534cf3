import type { LogPosition } from './heard-changes.ts'

/**
 * How late a replica is, by the times at which this process saw the database's log reach a position: no clock of another
 * machine is believed, and a shop in which nothing happens has no lag.
 */
export type LagMeter = {
  seen: (position: LogPosition, atMs: number) => void
  /** Since when the replica lacks something that was seen, in ms. */
  replayed: (upTo: LogPosition, nowMs: number) => number
  /** The last moment of which the replica is known to have everything. */
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
      // A replica that is away for a day is not told to the second.
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
