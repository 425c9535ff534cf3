import pLimit from 'p-limit'
import type { z } from 'zod'
import type { Database } from '#server/db/connection.ts'
import { newId } from '#server/db/id.ts'
import { transact } from '#server/db/retry.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { type Jobs, SWEEP_EVERY_MS } from '#server/jobs/queue.ts'
import { errorName } from '#server/log/log-error.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/duration.ts'
import { orderNumber } from '#shared/order-number.ts'
import {
  claimMail,
  deleteDoneMails,
  dropLateMails,
  forgetTexts,
  insertMail,
  isTooLate,
  listOverdueMails,
  markMailFailed,
  markMailGivenUp,
  markMailSent,
  type NewMail,
  type OutboxMail,
} from './store.ts'
import { type MailContent, RecipientRefusedError } from './transport.ts'

export const MAIL_QUEUE = 'mail'
/** A restock may owe thousands of mails at once: codes and receipts must not wait for them. */
const ALERT_QUEUE = 'alert-mail'
/** Longer than a transport may take, so that a mail being sent is not claimed by another sender. */
const CLAIM_S = 120
/** A mail that is still unsent after this time has lost its job. */
const OVERDUE_MS = 30_000
const SWEEP_LIMIT = 20
/** Mails of a sweep that are sent at once, and batches of a queue: one slow mail must not hold up all others. */
const SWEPT_AT_ONCE = 5
const BATCHES = 2
/** Mails about an order stay with it; other mails stay this long, for questions about them. */
const DONE_KEPT_MS = 90 * DAY_MS
const DELETED_AT_ONCE = 1_000
/** Banks take a buyer's dispute up to 120 days after the payment; an order may be sent, or refunded, weeks after it. */
const TEXT_KEPT_MS = 180 * DAY_MS

type MailDependencies = Pick<Dependencies, 'db' | 'jobs' | 'log' | 'now' | 'mail' | 'settings'>

/** Renderers by the kind of mail. Each room provides those of the mails that it queues. */
type AllMailRenderers = Record<OutboxMail['kind'], (owed: OutboxMail) => Promise<MailContent>>
export type MailRenderers = Partial<AllMailRenderers>

/** Called in the transaction in which a mail is given up. */
type OnGivenUp = (tx: Database, mail: OutboxMail) => Promise<void>

/**
 * Queues a mail in the transaction of its cause: both happen or neither. At most one of each kind and part per order. One that waits
 * is sent by the sweep.
 */
export async function queueMail(tx: Database, jobs: Jobs, mail: NewMail): Promise<void> {
  const id = newId()
  // If the order has a mail of this kind already, the job finds no mail with this id, and does nothing.
  await insertMail(tx, { ...mail, id })
  if (mail.waitsUntil !== undefined) return
  await jobs.send(tx, queueOf(mail.kind), { id })
}

const queueOf = (kind: OutboxMail['kind']) => (kind === 'back_in_stock' ? ALERT_QUEUE : MAIL_QUEUE)

/** Declares the mail jobs: one job per mail, a sweep for mails that have lost their job, and the deletion of what is too late or old. */
export function defineMailWork(
  dependencies: MailDependencies,
  renderers: AllMailRenderers,
  onGivenUp: OnGivenUp = async () => {},
): void {
  const { db, jobs, now } = dependencies
  const send = (id: string) => deliver(dependencies, renderers, onGivenUp, id)
  const options = { retryLimit: 3, retryDelayS: 5, retryDelayMaxS: 60, expireInS: CLAIM_S, batches: BATCHES }
  for (const queue of [MAIL_QUEUE, ALERT_QUEUE]) jobs.define(queue, options, ({ id }) => send(String(id)))
  jobs.repeat('mail-sweep', SWEEP_EVERY_MS, async () => {
    const overdue = await listOverdueMails(db, new Date(now().getTime() - OVERDUE_MS), now(), SWEEP_LIMIT)
    const oneOfFew = pLimit(SWEPT_AT_ONCE)
    await Promise.all(overdue.map((id) => oneOfFew(() => send(id))))
  })
  jobs.repeat('late-mails', MINUTE_MS, () => dropLateMails(db, now()))
  jobs.repeat('old-mails', HOUR_MS, async () => {
    const owedBefore = new Date(now().getTime() - DONE_KEPT_MS)
    while ((await deleteDoneMails(db, owedBefore, DELETED_AT_ONCE)) === DELETED_AT_ONCE);
    const sentBefore = new Date(now().getTime() - TEXT_KEPT_MS)
    while ((await forgetTexts(db, sentBefore, DELETED_AT_ONCE)) === DELETED_AT_ONCE);
  })
}

/**
 * Sends one mail of the outbox and marks it sent. A no-op when it is no longer pending, or when another sender has claimed
 * it. A mail that fails is retried by the sweep, with exponential backoff, until it is given up.
 */
async function deliver(
  dependencies: MailDependencies,
  renderers: AllMailRenderers,
  onGivenUp: OnGivenUp,
  id: string,
): Promise<void> {
  const { db, log, now, mail: transport, settings } = dependencies
  const owed = await claimMail(db, id, now(), new Date(now().getTime() + CLAIM_S * 1000))
  if (owed === undefined) return
  // Left over from when the shop was closed: what it holds has expired.
  if (isTooLate(owed, now())) return dropLateMails(db, now())
  const about = { mail: owed.kind, order: owed.orderId === null ? undefined : orderNumber(owed.orderId) }
  let content: MailContent
  try {
    content = withoutControls(await renderers[owed.kind](owed))
    await transport.send(owed.id, { recipient: owed.recipient, ...content })
  } catch (error) {
    const name = errorName(error)
    const logged = { ...about, attempts: owed.attempts, error: name }
    const retryAt = nextTry(owed, error instanceof RecipientRefusedError, now())
    if (retryAt === undefined) {
      await transact(db, async (tx) => {
        if (await markMailGivenUp(tx, id, name, now())) await onGivenUp(tx, owed)
      })
      log.error(logged, 'mail given up: it could not be delivered')
    } else {
      await markMailFailed(db, id, name, retryAt)
      log.warn(logged, 'mail not sent, will be tried again')
    }
    return
  }
  const text = content.text.replace(RECEIPT_TOKEN, '/receipt/…')
  await markMailSent(db, id, { subject: content.subject, text }, now())
  // Subjects contain no personal data, but may contain a code: logged in development only, where it saves opening the mailbox.
  log.info(settings.devMailbox ? { ...about, subject: content.subject } : about, 'mail sent')
}

/**
 * What shoppers typed may contain characters that steer a terminal or turn the direction of a line; in the plain text of a mail, and
 * in its subject, they have no meaning.
 */
export function withoutControls<T extends MailContent>(content: T): T {
  const { subject, text } = content
  return { ...content, subject: subject.replace(CONTROLS, ''), text: text.replace(CONTROLS, '') }
}
const CONTROLS = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu

/** Of a link that opens an order without a login. */
const RECEIPT_TOKEN = /\/receipt\/\S+/g

const FIRST_RETRY_MS = 5_000
const LAST_RETRY_MS = 15 * MINUTE_MS
/** RFC 5321, 4.5.4.1: the give-up time generally needs to be at least 4-5 days. */
const GIVE_UP_MS = 5 * DAY_MS
/** A permanent refusal rarely changes; a day leaves time to repair a mail server that refuses every address. */
const GIVE_UP_REFUSED_MS = DAY_MS
/** More than an hour of tries: a shop that was closed for a week still sends its pending mails. */
const TRIES_MIN = 12

/** When to retry a mail that has just failed, with exponential backoff; undefined to give up. */
export function nextTry(
  owed: { createdAt: Date; attempts: number },
  isRefused: boolean,
  now: Date,
): Date | undefined {
  const owedForMs = now.getTime() - owed.createdAt.getTime()
  if (owed.attempts >= TRIES_MIN && owedForMs >= (isRefused ? GIVE_UP_REFUSED_MS : GIVE_UP_MS))
    return undefined
  return new Date(now.getTime() + Math.min(FIRST_RETRY_MS * 2 ** owed.attempts, LAST_RETRY_MS))
}

/** The payload of an outbox row is invalid: the mail must not be sent with blanks. Names the fields, never their values. */
class MailPayloadError extends Error {
  override name = 'MailPayloadError'
  constructor(kind: OutboxMail['kind'], fields: readonly string[]) {
    super(`The payload of a mail ${kind} is invalid: ${fields.join(', ')}`)
  }
}

/** Parses the payload of an outbox row. Throws a MailPayloadError. */
export function readPayload<T extends z.ZodType>(
  { kind, payload }: Pick<OutboxMail, 'kind' | 'payload'>,
  schema: T,
): z.output<T> {
  const parsed = schema.safeParse(payload)
  if (parsed.success) return parsed.data
  throw new MailPayloadError(
    kind,
    parsed.error.issues.map(({ path }) => path.join('.')),
  )
}
