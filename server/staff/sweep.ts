import type { Dependencies } from '#server/dependencies.ts'
import { DAY_MS, HOUR_MS } from '#shared/duration.ts'
import { deleteActsBefore } from './act-once.ts'
import { deleteExpiredChallenges } from './challenge-store.ts'
import { deleteExpiredLinks } from './link-store.ts'
import { deleteDeadStaffSessions } from './session-store.ts'

/** A form that was left open for longer is filled in anew. */
const ACTS_KEPT_MS = 7 * DAY_MS

/** Declares the removal of what has expired: links, challenges, sessions, and the keys of old acts. */
export function defineStaffWork({ db, jobs, now }: Pick<Dependencies, 'db' | 'jobs' | 'now'>): void {
  jobs.repeat('staff-sweep', HOUR_MS, async () => {
    await deleteExpiredLinks(db, now())
    await deleteExpiredChallenges(db, now())
    await deleteDeadStaffSessions(db, now())
    await deleteActsBefore(db, new Date(now().getTime() - ACTS_KEPT_MS))
  })
}
