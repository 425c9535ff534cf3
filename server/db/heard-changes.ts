/** A place in the write-ahead log, in bytes. */
export type LogPosition = bigint

const EVERYTHING = '*'
/** Stands for what may have changed while nobody could tell. */
const MISSED = '?'
/** So many names are a long list to look through: from there on everything counts as changed. */
const NAMES_MAX = 10_000

/**
 * What this process has heard to be changed and a replica may not have yet. A name is unknown to be there until the
 * database's log position, asked for after the notice, is one that the replica has replayed.
 */
export type HeardChanges = {
  heard: (names: readonly string[]) => void
  /** Notices may have been missed. */
  missed: () => void
  /** Whether there is a change that the replica is not known to have. */
  isWaiting: () => boolean
  /** Takes those that have no position yet; the position asked for after this call is theirs. */
  take: () => { place: (at: LogPosition) => void; giveBack: () => void }
  replayed: (upTo: LogPosition) => void
  /** Whether a replica shows these as they were last heard of, and nothing was missed. */
  isKnown: (names: readonly string[]) => boolean
  /** Whether a change of these was heard that a replica may not show; of what was missed nothing was. */
  isHeard: (names: readonly string[]) => boolean
}

export function createHeardChanges(): HeardChanges {
  let unplaced = new Set<string>()
  let taken = new Set<string>()
  let placed = new Map<string, LogPosition>()

  const kept = () => [unplaced, taken, placed]
  const has = (name: string) => kept().some((names) => names.has(name))
  const count = () => kept().reduce((sum, names) => sum + names.size, 0)
  const isHeard: HeardChanges['isHeard'] = (names) => {
    if (count() === 0) return false
    const missed = kept().filter((each) => each.has(MISSED)).length
    return has(EVERYTHING) || (names.includes(EVERYTHING) ? count() > missed : names.some(has))
  }

  return {
    heard: (names) => {
      for (const name of names) unplaced.add(name)
      if (count() <= NAMES_MAX) return
      unplaced = new Set([EVERYTHING])
      placed = new Map()
    },
    missed: () => void unplaced.add(MISSED),
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
    isKnown: (names) => !isHeard(names) && !has(MISSED),
    isHeard,
  }
}
