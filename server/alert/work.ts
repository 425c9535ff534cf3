import { readSetting } from '#server/audit/owner-setting.ts'
import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { type MailRenderers, readPayload } from '#server/mail/outbox.ts'
import { countMailsTriedBefore, type OutboxMail } from '#server/mail/store.ts'
import { letter } from '#server/mail/template/letter.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/duration.ts'
import { dayOf } from '#shared/holiday.ts'
import { lagosDayNumber, lagosHourMs } from '#shared/lagos-time.ts'
import { alertFacts, alertWords } from './alert.ts'
import { definePushWork } from './push/work.ts'
import { raiseAlert } from './raise.ts'
import { ALERT_SETTINGS } from './settings.ts'
import { deleteAlertsBefore, hasAlert, sumOrders } from './store.ts'

/** When the orders of a day are told of on the next one, by the clock in Lagos. */
const DAY_TOLD_AT_HOUR = 8
const MAIL_LATE_MS = 5 * MINUTE_MS
/** What could be raised again is long over. */
const KEPT_MS = 90 * DAY_MS

type AlertDependencies = Pick<Dependencies, 'db' | 'jobs' | 'log' | 'now' | 'settings'>

export function alertMailRenderers({ publicUrl }: { publicUrl: string }) {
  return {
    owner_alert: (owed) => {
      const { title, text, path } = alertWords(readPayload(owed, alertFacts))
      const url = `${publicUrl}/admin${path === '/' ? '' : path}`
      return letter(publicUrl, {
        subject: title,
        headline: title,
        texts: [text],
        link: { label: 'Open it in the admin', url },
      })
    },
  } satisfies MailRenderers
}

/** Not of an alert itself: it would only be given up again. */
export async function alertOfGivenUpMail(
  tx: Database,
  dependencies: AlertDependencies,
  { id, kind, orderId }: OutboxMail,
): Promise<void> {
  if (kind === 'owner_alert') return
  await raiseAlert(tx, dependencies, id, { kind: 'mail-given-up', orderId, mail: kind })
}

/** Declares what is told by time (yesterday's orders, where they are not told one by one; mail that does not go out), and on devices. */
export function defineAlertWork(dependencies: AlertDependencies): void {
  const { db, jobs, now } = dependencies
  definePushWork(dependencies)
  jobs.repeat('alert-of-waiting-mails', MINUTE_MS, () => alertOfWaitingMails(dependencies))
  jobs.repeat('alert-of-day', MINUTE_MS, () => alertOfYesterday(dependencies))
  jobs.repeat('old-alerts', HOUR_MS, () => deleteAlertsBefore(db, new Date(now().getTime() - KEPT_MS)))
}

/** Once a day: a mail server that is down is one event, however many mails wait for it. */
async function alertOfWaitingMails(dependencies: AlertDependencies): Promise<void> {
  const { db, now } = dependencies
  const mails = await countMailsTriedBefore(db, new Date(now().getTime() - MAIL_LATE_MS))
  if (mails === 0) return
  const day = dayOf(lagosDayNumber(now().getTime()))
  if (await hasAlert(db, 'mails-wait', day)) return
  await transact(db, (tx) => raiseAlert(tx, dependencies, day, { kind: 'mails-wait', mails }))
}

async function alertOfYesterday(dependencies: AlertDependencies): Promise<void> {
  const { db, now } = dependencies
  const today = lagosDayNumber(now().getTime())
  if (now().getTime() < lagosHourMs(today, DAY_TOLD_AT_HOUR)) return
  const day = dayOf(today - 1)
  if (
    (await readSetting(db, ALERT_SETTINGS)).orders !== 'daily' ||
    (await hasAlert(db, 'day-of-orders', day))
  )
    return
  const [from, until] = [new Date(lagosHourMs(today - 1, 0)), new Date(lagosHourMs(today, 0))]
  const { orders, takings } = await sumOrders(db, from, until)
  if (orders === 0) return
  await transact(db, (tx) =>
    raiseAlert(tx, dependencies, day, { kind: 'day-of-orders', day, orders, takings }),
  )
}
