import type { Database } from '#server/db/connection.ts'
import { newId } from '#server/db/id.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { AccountMail } from './account-mail.ts'
import { MAIL_QUEUE } from './outbox.ts'
import { insertMail } from './store.ts'

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
