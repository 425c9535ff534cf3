import { and, inArray, lt } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { newId } from '#server/db/id.ts'
import { outbox } from '#server/db/schema.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { AccountMailKind } from './account-mail.ts'
import { MAIL_QUEUE } from './outbox.ts'
import { insertMail, isOwed } from './store.ts'

/**
 * Owes a mail about an account, in the transaction of its cause. Without one to send a job is queued all the same,
 * for a mail that does not exist: the caller's time then does not tell whether there was anybody to write to.
 */
export async function queueAccountMail(
  tx: Database,
  jobs: Jobs,
  mail: { kind: AccountMailKind; recipient: string; payload: Record<string, unknown> } | undefined,
  now: Date,
): Promise<void> {
  const id = mail && (await insertMail(tx, { ...mail, orderId: null, createdAt: now }))
  await jobs.send(tx, MAIL_QUEUE, { id: id ?? newId() })
}

/** A mail that could not be sent while its code lived is owed no more, and its code is not kept. */
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
