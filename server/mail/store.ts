import { and, asc, eq, gt, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'
import { outbox } from '#server/db/schema/mail.ts'
import { timestamptz } from '#server/db/timestamptz.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/duration.ts'
import { CODE_MINUTES, LINK_HOURS } from '#shared/limits.ts'

export type OutboxMail = typeof outbox.$inferSelect
export type NewMail = Pick<OutboxMail, 'kind' | 'recipient' | 'orderId' | 'payload' | 'createdAt'> & {
  /** The parcel or the refund of the order that it is about. */
  part?: string
  /** It is not sent before. */
  waitsUntil?: Date
}

/** Inserts a pending mail, unless the order already has one of this kind and part. */
export async function insertMail(
  tx: Database,
  { waitsUntil, ...mail }: NewMail & { id: string },
): Promise<void> {
  await tx
    .insert(outbox)
    .values({ ...mail, claimedUntil: waitsUntil ?? null })
    .onConflictDoNothing()
}

/** Counts the mails of a kind to an address that were queued after `since`, whether sent or not. */
export function countMails(
  tx: Database,
  { kind, recipient }: Pick<OutboxMail, 'kind' | 'recipient'>,
  since: Date,
): Promise<number> {
  return tx.$count(
    outbox,
    and(eq(outbox.recipient, recipient), eq(outbox.kind, kind), gt(outbox.createdAt, since)),
  )
}

/** Mails that have been tried and are still owed, of those queued before a time. */
export function countMailsTriedBefore(db: Database, before: Date): Promise<number> {
  return db.$count(outbox, and(isOwed, lt(outbox.createdAt, before), gt(outbox.attempts, 0)))
}

/** It does not wait on purpose, as a mail about a parcel does so that a step can be undone. */
export const isNotWaiting = (now: Date) =>
  sql`(attempts > 0 or claimed_until is null or claimed_until <= ${timestamptz(now)})`

/** Neither sent nor given up. Matches the predicate of the partial index on unsent mails. */
export const isOwed = and(isNull(outbox.sentAt), isNull(outbox.givenUpAt))

/** Deletes an order's mail of this kind, unless it has been sent or given up. */
export async function dropOwedMail(tx: Database, orderId: string, kind: OutboxMail['kind']): Promise<void> {
  await tx.delete(outbox).where(and(eq(outbox.orderId, orderId), eq(outbox.kind, kind), isOwed))
}

/**
 * Deletes an order's mail of this kind and part if nobody has tried to send it, which ends with the transaction. Returns false if
 * it may have gone out.
 */
export async function takeBackMail(
  tx: Database,
  which: { orderId: string; kind: OutboxMail['kind']; part: string },
): Promise<boolean> {
  const isIt = and(
    eq(outbox.orderId, which.orderId),
    eq(outbox.kind, which.kind),
    eq(outbox.part, which.part),
  )
  await tx.delete(outbox).where(and(isIt, isOwed, eq(outbox.attempts, 0)))
  return (await tx.$count(outbox, isIt)) === 0
}

/** Deletes the mails of this kind to an address, except those that have been sent or given up. */
export async function dropOwedMailsTo(
  tx: Database,
  { kind, recipient }: Pick<OutboxMail, 'kind' | 'recipient'>,
): Promise<void> {
  await tx.delete(outbox).where(and(eq(outbox.recipient, recipient), eq(outbox.kind, kind), isOwed))
}

/** Claims a pending mail for this sender until `until`; undefined when it is no longer pending or already claimed. */
export async function claimMail(
  db: Database,
  id: string,
  now: Date,
  until: Date,
): Promise<OutboxMail | undefined> {
  const rows = await db
    .update(outbox)
    .set({ claimedUntil: until, attempts: sql`${outbox.attempts} + 1` })
    .where(and(eq(outbox.id, id), isOwed, or(isNull(outbox.claimedUntil), lt(outbox.claimedUntil, now))))
    .returning()
    .prepare('claim_mail')
    .execute()
  return rows[0]
}

/**
 * Marks the mail sent and deletes its payload, which may hold a code. What a mail about an order said stays with it, unless its
 * recipient was erased while it was sent.
 */
export async function markMailSent(
  db: Database,
  id: string,
  { subject, text }: { subject: string; text: string },
  now: Date,
): Promise<void> {
  const kept = (words: string) =>
    sql`case when ${outbox.orderId} is null or ${outbox.recipient} = '' then null else ${words}::text end`
  await db
    .update(outbox)
    .set({
      sentAt: now,
      givenUpAt: null,
      payload: {},
      claimedUntil: null,
      lastError: null,
      sentSubject: kept(subject),
      sentText: kept(text),
    })
    .where(eq(outbox.id, id))
    .prepare('mark_mail_sent')
    .execute()
}

/** The mails about an order that were sent, oldest first. */
export async function listSentMails(db: Database, orderId: string) {
  const { kind, sentAt, sentSubject: subject, sentText: text } = outbox
  return db
    .select({ kind, sentAt, subject, text })
    .from(outbox)
    .where(and(eq(outbox.orderId, orderId), isNotNull(sentAt)))
    .orderBy(asc(sentAt))
}

/** Forgets what up to `limit` mails said that were sent before a time. Returns how many. */
export async function forgetTexts(db: Database, sentBefore: Date, limit: number): Promise<number> {
  const forgotten = await rowsOf(
    db,
    sql`update ${outbox} set sent_subject = null, sent_text = null where id in (
      select id from ${outbox} where sent_text is not null and sent_at < ${timestamptz(sentBefore)}
      limit ${limit}) returning 1`,
  )
  return forgotten.length
}

/** Extends the claim until `retryAt`. `error` is the error's name only, without any content of the mail. */
export async function markMailFailed(db: Database, id: string, error: string, retryAt: Date): Promise<void> {
  await db.update(outbox).set({ claimedUntil: retryAt, lastError: error }).where(eq(outbox.id, id))
}

/** Marks the mail given up and deletes its payload; the reason for the failure stays. False if it is not owed any more. */
export async function markMailGivenUp(db: Database, id: string, error: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(outbox)
    .set({ givenUpAt: now, payload: {}, claimedUntil: null, lastError: error })
    .where(and(eq(outbox.id, id), isOwed))
    .returning({ id: outbox.id })
  return rows.length > 0
}

/**
 * Deletes up to `limit` mails without an order that are sent or given up: they are no longer needed and contain the
 * recipient's address. Returns how many.
 */
export async function deleteDoneMails(db: Database, owedBefore: Date, limit: number): Promise<number> {
  const deleted = await rowsOf(
    db,
    sql`with done as materialized (
        select id from ${outbox} where order_id is null and created_at < ${timestamptz(owedBefore)}
          and (sent_at is not null or given_up_at is not null)
        order by created_at limit ${limit} for update skip locked)
      delete from ${outbox} o using done where o.id = done.id returning 1`,
  )
  return deleted.length
}

/** Kinds of mail that hold what expires, and after how long. */
const LIVES_MS: Partial<Record<OutboxMail['kind'], number>> = {
  verify_email: CODE_MINUTES * MINUTE_MS,
  reset_password: CODE_MINUTES * MINUTE_MS,
  staff_invited: LINK_HOURS * HOUR_MS,
}

/** Whether the code or link in the mail has expired. */
export function isTooLate({ kind, createdAt }: OutboxMail, now: Date): boolean {
  const lifeMs = LIVES_MS[kind]
  return lifeMs !== undefined && createdAt.getTime() < now.getTime() - lifeMs
}

/** Deletes pending mails whose code or link has expired, together with it. */
export async function dropLateMails(db: Database, now: Date): Promise<void> {
  const areLate = Object.entries(LIVES_MS).map(([kind, lifeMs]) =>
    and(eq(outbox.kind, kind as OutboxMail['kind']), lt(outbox.createdAt, new Date(now.getTime() - lifeMs))),
  )
  await db.delete(outbox).where(and(isOwed, or(...areLate)))
}

/** Ids of pending, unclaimed mails created before `before`: stock alerts last, of each the oldest first. */
export async function listOverdueMails(
  db: Database,
  before: Date,
  now: Date,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        isOwed,
        lt(outbox.createdAt, before),
        or(isNull(outbox.claimedUntil), lt(outbox.claimedUntil, now)),
      ),
    )
    .orderBy(asc(sql`${outbox.kind} = 'back_in_stock'`), asc(outbox.createdAt))
    .limit(limit)
  return rows.map((row) => row.id)
}
