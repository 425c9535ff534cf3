import type { Database } from './connection.ts'

/**
 * Runs reads for public responses: on a replica that has every change to `shows` (ids of products, `reviewsOf` one, or EVERY_PRODUCT) that
 * this process was notified of, otherwise on the primary. `read` must be read-only; it runs a second time when the
 * replica fails. Never used for money, stock to be sold, sessions, or index updates after a change.
 */
export type PublicReads = <T>(shows: readonly string[], read: (db: Database) => Promise<T>) => Promise<T>

/** Without a replica. */
export function readFrom(db: Database): PublicReads {
  return (_shows, read) => read(db)
}
