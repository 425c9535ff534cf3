import type { Database } from '#server/db/connection.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { listOwnerEmails } from '#server/staff/member-store.ts'
import type { AlertFacts } from './alert.ts'
import { readAlertSettings } from './settings-store.ts'
import { insertAlert } from './store.ts'

/**
 * Tells the owner of something, in the transaction in which it happens: both commit or neither. What has the same `subject` is told
 * once, however often it is raised.
 */
export async function raiseAlert(
  tx: Database,
  { jobs, now }: Pick<Dependencies, 'jobs' | 'now'>,
  subject: string,
  facts: AlertFacts,
): Promise<void> {
  if (!(await insertAlert(tx, { kind: facts.kind, subject, createdAt: now() }))) return
  const { email, orders } = await readAlertSettings(tx)
  if (facts.kind === 'order-paid' && orders !== 'each') return
  for (const recipient of email === null ? await listOwnerEmails(tx) : [email])
    await queueMail(tx, jobs, {
      kind: 'owner_alert',
      orderId: null,
      recipient,
      payload: facts,
      createdAt: now(),
    })
}
