import type { Database } from './connection.ts'

/**
 * Where public answers are read: from a replica that has everything that this process has heard of `shows` (ids of
 * products, or EVERY_PRODUCT), else from the database itself. `read` only reads, and may be run a second time when the
 * replica fails it. Money, stock to be sold, sessions, and what an index takes in after a change never come this way.
 */
export type PublicReads = <T>(shows: readonly string[], read: (db: Database) => Promise<T>) => Promise<T>

/** Without a replica. */
export function readFrom(db: Database): PublicReads {
  return (_shows, read) => read(db)
}
