import type { Database } from '#server/db/connection.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { type Jobs, SWEEP_EVERY_MS } from '#server/jobs/queue.ts'
import { DAY_MS, HOUR_MS } from '#shared/duration.ts'
import { orderNumber } from '#shared/order-number.ts'
import { nextTry } from './give-up.ts'
import type { MailContent } from './render.ts'
import {
  claimMail,
  deleteDoneMails,
  insertMail,
  listOverdueMails,
  markMailFailed,
  markMailGivenUp,
  markMailSent,
  type NewMail,
  type OutboxMail,
} from './store.ts'
import { RecipientRefusedError } from './transport.ts'

export const MAIL_QUEUE = 'mail'
/** Longer than a transport may take, so that nobody else sends what is being sent. */
const CLAIM_MS = 2 * 60_000
/** A mail unsent for this long has lost its job. */
const OVERDUE_MS = 30_000
const SWEEP_LIMIT = 20
/** Mails about an order are kept with it; of others, whoever asks what was sent is answered for so long. */
const DONE_KEPT_MS = 90 * DAY_MS
const FORGOTTEN_AT_ONCE = 1_000

type MailDependencies = Pick<Dependencies, 'db' | 'jobs' | 'log' | 'now' | 'mail' | 'settings'>

/** How each kind of mail is written; the nouns bring theirs. */
export type MailRenderers = Partial<Record<OutboxMail['kind'], (owed: OutboxMail) => Promise<MailContent>>>

/** Owes a mail in the transaction of its cause: both happen or neither. A second of a kind for one order is not owed. */
export async function queueMail(tx: Database, jobs: Jobs, mail: NewMail): Promise<void> {
  const id = await insertMail(tx, mail)
  if (id !== undefined) await jobs.send(tx, MAIL_QUEUE, { id })
}

/** Declares the sending of mail, a job for each and a sweep for those that lost theirs, and its forgetting. */
export function defineMailWork(dependencies: MailDependencies, renderers: MailRenderers): void {
  const { db, jobs, now } = dependencies
  const options = { retryLimit: 3, retryDelayS: 5, retryDelayMaxS: 60, expireInS: 120 }
  jobs.define(MAIL_QUEUE, options, ({ id }) => deliver(dependencies, renderers, String(id)))
  jobs.repeat('mail-sweep', SWEEP_EVERY_MS, async () => {
    const overdue = await listOverdueMails(db, new Date(now().getTime() - OVERDUE_MS), now(), SWEEP_LIMIT)
    for (const id of overdue) await deliver(dependencies, renderers, id)
  })
  jobs.repeat('old-mails', HOUR_MS, async () => {
    const owedBefore = new Date(now().getTime() - DONE_KEPT_MS)
    while ((await deleteDoneMails(db, owedBefore, FORGOTTEN_AT_ONCE)) === FORGOTTEN_AT_ONCE);
  })
}

/**
 * Sends one mail of the outbox and marks it sent. Does nothing when it is owed no more, or when somebody is sending it now.
 * One that cannot be sent is left to the sweep, after a wait that doubles with each try, until it is given up.
 */
async function deliver(dependencies: MailDependencies, renderers: MailRenderers, id: string): Promise<void> {
  const { db, log, now, mail: transport, settings } = dependencies
  const owed = await claimMail(db, id, now(), new Date(now().getTime() + CLAIM_MS))
  if (owed === undefined) return
  const about = { mail: owed.kind, order: owed.orderId === null ? undefined : orderNumber(owed.orderId) }
  let content: MailContent
  try {
    const write = renderers[owed.kind]
    if (write === undefined) throw new Error(`Nobody writes mails of the kind ${owed.kind}`)
    content = await write(owed)
    await transport.send(owed.id, { recipient: owed.recipient, ...content })
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown error'
    const told = { ...about, attempts: owed.attempts, error: name }
    const retryAt = nextTry(owed, error instanceof RecipientRefusedError, now())
    if (retryAt === undefined) {
      await markMailGivenUp(db, id, name, now())
      log.error(told, 'mail given up: it could not be delivered')
    } else {
      await markMailFailed(db, id, name, retryAt)
      log.warn(told, 'mail not sent, will be tried again')
    }
    return
  }
  await markMailSent(db, id, now())
  // Subjects name nobody. In development they save opening the mailbox: a code stands in its mail's subject.
  log.info(settings.devMailbox ? { ...about, subject: content.subject } : about, 'mail sent')
}
