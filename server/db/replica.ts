import { drizzle } from 'drizzle-orm/node-postgres'
import { EVERY_PRODUCT } from './every-product.ts'
import { createHeardChanges } from './heard-changes.ts'
import { openPool, type Way } from './pool.ts'
import type { PublicReads } from './public-reads.ts'
import { RESPONSE_MS, type ReplicaWatchOptions, watchReplica } from './replica-watch.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

export type ReplicaFigures = {
  isInUse: boolean
  /** Undefined while the replica does not respond. */
  lagSeconds: number | undefined
  reads: { replica: number; primary: number }
}

export type Replica = {
  readPublic: PublicReads
  /** These have changed: the replica may lack the change until it has replayed the log up to now. */
  changed: (names: readonly string[]) => void
  /** Whether changes are heard at all. Until they are again, the replica serves only while the primary is away. */
  setHearing: (isHearing: boolean) => void
  figures: () => ReplicaFigures
  close: () => Promise<void>
}

export type ReplicaOptions = ReplicaWatchOptions & { poolSize: number; way: Way }

/**
 * Routes public reads to a replica (physical streaming replication) as long as it keeps up, and to the primary when it
 * does not: when it does not respond, is further behind than `maxLagMs`, lacks a change that this process was notified
 * of, or fails a read. The replica never causes a failure. While the primary is away, unchanged names are still read from
 * the replica, for as long as it is known to be no further behind than `maxLagMs`.
 */
export function openReplica(options: ReplicaOptions): Replica {
  const { primary } = options
  const pool = openPool(options.url, options.poolSize, options.way, {
    connectionTimeoutMillis: RESPONSE_MS,
    query_timeout: RESPONSE_MS,
  })
  const replica = drizzle(pool)
  const changes = createHeardChanges()
  // Changes committed before this process began to listen must be replayed too.
  changes.heard([EVERY_PRODUCT])
  const watch = watchReplica(options, changes)
  const reads = { replica: 0, primary: 0 }

  return {
    changed: (names) => {
      changes.heard(names)
      watch.pollSoon()
    },
    setHearing: (isHearing) => {
      changes.setHearing(isHearing)
      if (isHearing) watch.pollSoon()
    },
    readPublic: async (shows, read) => {
      if (watch.isInUse() && changes.isKnown(shows)) {
        try {
          const result = await read(replica)
          reads.replica++
          return result
        } catch {
          // Away since the last poll, or the query conflicted with the replay: the primary has the result, or the error.
        }
      }
      try {
        const result = await read(primary.db)
        reads.primary++
        return result
      } catch (error) {
        // A missed change may show as late as an unannounced one: within the allowed lag.
        const mayReadReplica = isDatabaseUnavailable(error) && watch.isFresh() && !changes.isHeard(shows)
        if (!mayReadReplica) throw error
        const result = await read(replica).catch(() => {
          throw error
        })
        reads.replica++
        return result
      }
    },
    figures: () => {
      const lagMs = watch.lagMs()
      return {
        isInUse: watch.isInUse() && changes.isHearing(),
        lagSeconds: lagMs === undefined ? undefined : lagMs / 1000,
        reads: { ...reads },
      }
    },
    close: async () => {
      await watch.close()
      await pool.end()
    },
  }
}
