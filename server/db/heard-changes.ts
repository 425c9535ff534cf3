import { EVERY_PRODUCT } from './every-product.ts'

/** A position in the write-ahead log, in bytes. */
export type LogPosition = bigint

/** Stands for changes that may have been missed while nothing was heard. */
const MISSED = '?'
/** Above this many names, everything counts as changed. */
const NAMES_MAX = 10_000

/**
 * Changes that this process was notified of and that a replica may not have replayed yet. A change is outstanding until
 * the replica has replayed the primary's log position, as queried after the notification.
 */
export type HeardChanges = {
  heard: (names: readonly string[]) => void
  /** Whether notifications arrive at all. While they do not, nothing is known: any name may be changing. */
  setHearing: (isHearing: boolean) => void
  isHearing: () => boolean
  /** Whether any change is outstanding. */
  isWaiting: () => boolean
  /** Takes the changes without a position yet; `place` assigns them the position queried after this call. */
  take: () => { place: (at: LogPosition) => void; giveBack: () => void }
  replayed: (upTo: LogPosition) => void
  /** Whether the replica has every change to these names, with no notification missed. */
  isKnown: (names: readonly string[]) => boolean
  /** Whether a change to these names is outstanding. Missed notifications do not count. */
  isHeard: (names: readonly string[]) => boolean
}

export function createHeardChanges(): HeardChanges {
  let isHearing = true
  let unplaced = new Set<string>()
  let taken = new Set<string>()
  let placed = new Map<string, LogPosition>()

  const kept = () => [unplaced, taken, placed]
  const has = (name: string) => kept().some((names) => names.has(name))
  const count = () => kept().reduce((sum, names) => sum + names.size, 0)
  const isHeard: HeardChanges['isHeard'] = (names) => {
    if (count() === 0) return false
    const missed = kept().filter((each) => each.has(MISSED)).length
    return has(EVERY_PRODUCT) || (names.includes(EVERY_PRODUCT) ? count() > missed : names.some(has))
  }

  return {
    heard: (names) => {
      for (const name of names) unplaced.add(name)
      if (count() <= NAMES_MAX) return
      unplaced = new Set([EVERY_PRODUCT])
      placed = new Map()
    },
    setHearing: (hearing) => {
      isHearing = hearing
      // Only now: a position queried earlier would not cover what has changed since.
      if (isHearing) unplaced.add(MISSED)
    },
    isHearing: () => isHearing,
    isWaiting: () => count() > 0,
    take: () => {
      taken = unplaced
      unplaced = new Set()
      return {
        place: (at) => {
          for (const name of taken) placed.set(name, at)
          taken = new Set()
        },
        giveBack: () => {
          unplaced = unplaced.union(taken)
          taken = new Set()
        },
      }
    },
    replayed: (upTo) => {
      for (const [name, at] of placed) if (at <= upTo) placed.delete(name)
    },
    isKnown: (names) => isHearing && !isHeard(names) && !has(MISSED),
    isHeard,
  }
}
