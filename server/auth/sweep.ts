import type { Dependencies } from '#server/dependencies.ts'
import { dropCodeMails } from '#server/mail/account-outbox.ts'
import { deleteCodesBefore } from './code-store.ts'
import { CODE_MS } from './send-code.ts'
import { deleteDeadSessions } from './session.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The longest span over which codes are counted. */
const CODES_KEPT_MS = 24 * 60 * 60_000

/** Declares the removal of codes and sessions that say nothing any more. */
export function defineAuthWork({ db, jobs, now }: Pick<Dependencies, 'db' | 'jobs' | 'now'>): void {
  jobs.repeat('code-mails', MINUTE_MS, () => dropCodeMails(db, new Date(now().getTime() - CODE_MS)))
  jobs.repeat('auth-sweep', HOUR_MS, async () => {
    const at = now().getTime()
    await deleteCodesBefore(db, new Date(at - CODES_KEPT_MS))
    await deleteDeadSessions(db, new Date(at))
  })
}
