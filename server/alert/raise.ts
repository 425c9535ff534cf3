import { readSetting } from '#server/audit/owner-setting.ts'
import type { Database } from '#server/db/connection.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { listOwnerEmails } from '#server/staff/member-store.ts'
import { ALERT_WAYS, type AlertFacts } from './alert.ts'
import { ALERT_SETTINGS } from './settings.ts'
import { insertAlert } from './store.ts'

type RaiseDependencies = Pick<Dependencies, 'jobs' | 'now'>

/**
 * Tells the owner of something, in the transaction in which it happens: both commit or neither. What has the same `subject` is told
 * once, however often it is raised.
 */
export async function raiseAlert(
  tx: Database,
  dependencies: RaiseDependencies,
  subject: string,
  facts: AlertFacts,
): Promise<void> {
  const now = dependencies.now()
  if (!(await insertAlert(tx, { kind: facts.kind, subject, facts, pushAt: now, createdAt: now }))) return
  if (ALERT_WAYS[facts.kind].isMailed) await mailAlert(tx, dependencies, facts)
}

async function mailAlert(tx: Database, { jobs, now }: RaiseDependencies, facts: AlertFacts): Promise<void> {
  const { email, orders } = await readSetting(tx, ALERT_SETTINGS)
  if (facts.kind === 'order-paid' && orders !== 'each') return
  const mail = { kind: 'owner_alert', orderId: null, payload: facts, createdAt: now() } as const
  for (const recipient of email === null ? await listOwnerEmails(tx) : [email])
    await queueMail(tx, jobs, { ...mail, recipient })
}
