import { and, inArray, lt } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { newId } from '#server/db/id.ts'
import { outbox } from '#server/db/schema.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { AccountMail } from './account-mail.ts'
import { MAIL_QUEUE } from './outbox.ts'
import { insertMail, isOwed } from './store.ts'

/**
 * Queues a mail about an account, in the transaction of its cause. Without a mail, queues a job for a nonexistent one, so
 * that the response time does not reveal whether there is an account.
 */
export async function queueAccountMail(
  tx: Database,
  jobs: Jobs,
  mail: AccountMail | undefined,
  now: Date,
): Promise<void> {
  const id = newId()
  await Promise.all([
    mail && insertMail(tx, { ...mail, id, orderId: null, createdAt: now }),
    jobs.send(tx, MAIL_QUEUE, { id }),
  ])
}

/** Deletes pending mails whose code has expired, together with the code. */
export async function dropCodeMails(db: Database, owedSinceBefore: Date): Promise<void> {
  await db
    .delete(outbox)
    .where(
      and(
        inArray(outbox.kind, ['verify_email', 'reset_password']),
        isOwed,
        lt(outbox.createdAt, owedSinceBefore),
      ),
    )
}
