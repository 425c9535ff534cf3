import type { Database } from '#server/db/connection.ts'
import { ShopError } from '#shared/errors.ts'
import { type Limit, limitKey, takeFromLimit, tooManyTries } from './rate-limit.ts'

/**
 * Tries per lease, counted in one statement. Those that a process has not used by the window's end are lost to their
 * subject.
 */
const LEASE_TRIES = 10
/** Above this, the subjects known longest are evicted, with the rest of their leases. */
const SUBJECTS_MAX = 10_000

type Lease = {
  windowStartMs: number
  triesLeft: number
  /** Set while the next tries are being counted; concurrent callers wait for it. */
  asking?: Promise<void>
  /** Until then no try fits, whoever asks, so the database is not asked. */
  refusedUntilMs?: number
}

/**
 * A limit shared by all processes, for frequent and cheap requests: a process leases several tries at a time from the
 * database and spends them from memory, only within the window that they were counted in. Never lets through more than
 * `limit.max`.
 */
export function createLeasedLimiter(
  {
    db,
    settings,
    now,
  }: { db: Database; settings: { appSecret: string; rateLimits: boolean }; now: () => Date },
  name: string,
  limit: Limit,
): (subject: string) => Promise<void> {
  /** In order of their first try in the window, since a Map keeps insertion order. */
  const leases = new Map<string, Lease>()

  function leaseOf(subject: string, atMs: number): Lease {
    const windowStartMs = atMs - (atMs % limit.windowMs)
    const known = leases.get(subject)
    if (known?.windowStartMs === windowStartMs) return known
    leases.delete(subject)
    const [oldest] = leases.keys()
    if (oldest !== undefined && leases.size >= SUBJECTS_MAX) leases.delete(oldest)
    const lease = { windowStartMs, triesLeft: 0 }
    leases.set(subject, lease)
    return lease
  }

  async function count(lease: Lease, subject: string, at: Date): Promise<void> {
    const key = limitKey(settings.appSecret, name, subject, limit)
    for (const tries of [LEASE_TRIES, 1]) {
      try {
        await takeFromLimit(db, key, limit, at, tries)
        lease.triesLeft += tries
        return
      } catch (error) {
        if (!(error instanceof ShopError && error.code === 'RATE_LIMITED')) throw error
        if (tries > 1) continue
        lease.refusedUntilMs = at.getTime() + (error.retryAfterS ?? 0) * 1000
      }
    }
  }

  return async (subject) => {
    if (!settings.rateLimits) return
    while (true) {
      const at = now()
      const lease = leaseOf(subject, at.getTime())
      if (lease.triesLeft > 0) {
        lease.triesLeft -= 1
        return
      }
      const waitMs = (lease.refusedUntilMs ?? 0) - at.getTime()
      if (waitMs > 0) throw tooManyTries(waitMs)
      lease.asking ??= count(lease, subject, at).finally(() => {
        delete lease.asking
      })
      await lease.asking
    }
  }
}
