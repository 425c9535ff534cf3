import { and, asc, eq, isNull, lt, lte, sql } from 'drizzle-orm'
import { isAmongLocked } from '#server/db/among.ts'
import type { Database } from '#server/db/connection.ts'
import { orders } from '#server/db/schema/order.ts'
import { paymentAttempts, providerEvents } from '#server/db/schema/payment.ts'
import { timestamptz } from '#server/db/timestamptz.ts'

/**
 * A try of an event has this long before the sweep of any process may try it again. With the sweep's interval it is less
 * than a minute, within which every event is settled after a crash.
 */
const LEASE_S = 30
/** After this many tries its job has given up. */
const QUICK_TRIES = 6
/** The lease after that many tries: at most two minutes after an outage of the provider, every order agrees with it. */
const SLOW_LEASE_S = 60

export type ProviderEvent = typeof providerEvents.$inferSelect

type NewEvent = Pick<
  ProviderEvent,
  'bodyHash' | 'event' | 'reference' | 'body' | 'receivedAt' | 'settledAt'
> & {
  /** Another event of this kind may consist of the same bytes. */
  mayRepeat: boolean
}

/**
 * Stores a webhook delivery once, by the hash of its bytes; undefined if it is stored already. Events of refunds name neither
 * the refund nor a time, so those of a payment's second refund repeat the bytes of the first's: they are to be settled again,
 * also if the earlier ones are being settled at this moment.
 */
export async function insertEvent(tx: Database, event: NewEvent): Promise<number | undefined> {
  const { mayRepeat, ...row } = event
  const nextTryAt = new Date(event.receivedAt.getTime() + LEASE_S * 1000)
  const rows = await tx
    .insert(providerEvents)
    .values({ ...row, nextTryAt })
    .onConflictDoUpdate({
      target: providerEvents.bodyHash,
      set: {
        settledAt: null,
        receivedAt: sql`excluded.received_at`,
        nextTryAt: sql`excluded.next_try_at`,
        attempts: 0,
      },
      setWhere: sql`${mayRepeat}::boolean`,
    })
    .returning({ id: providerEvents.id })
    .prepare('insert_event')
    .execute()
  return rows[0]?.id
}

/** What each try of an event changes: it is counted, and leases the event. */
const asTried = (now: Date) => ({
  attempts: sql`${providerEvents.attempts} + 1`,
  nextTryAt: sql`${timestamptz(now)} + case when ${providerEvents.attempts} < ${sql.raw(String(QUICK_TRIES))}
    then interval '${sql.raw(String(LEASE_S))} s' else interval '${sql.raw(String(SLOW_LEASE_S))} s' end`,
})

/** Starts the job's try to settle an event, whoever has it; undefined if it is settled already. */
export async function tryEvent(db: Database, id: number, now: Date): Promise<ProviderEvent | undefined> {
  const rows = await db
    .update(providerEvents)
    .set(asTried(now))
    .where(and(eq(providerEvents.id, id), isNull(providerEvents.settledAt)))
    .returning()
    .prepare('try_event')
    .execute()
  return rows[0]
}

/** Starts a try of the unsettled event that has been due for the longest, like claimDueAttempts; undefined if none is due. */
export async function claimDueEvent(db: Database, now: Date): Promise<ProviderEvent | undefined> {
  const due = db
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(and(isNull(providerEvents.settledAt), lte(providerEvents.nextTryAt, now)))
    .orderBy(asc(providerEvents.nextTryAt), asc(providerEvents.id))
    .limit(1)
    .for('update', { skipLocked: true })
  const rows = await db
    .update(providerEvents)
    .set(asTried(now))
    .where(isAmongLocked(providerEvents.id, due))
    .returning()
  return rows[0]
}

/**
 * Marks an event as done, unless it has been received again since it was read. Its body is blanked at once if it is about an erased buyer, names another address than the order's,
 * or is about no order of ours; the latter not if it `mayBeOurs`, for whoever looks into it.
 */
export async function markEventSettled(
  db: Database,
  { id, receivedAt }: Pick<ProviderEvent, 'id' | 'receivedAt'>,
  { now, mayBeOurs }: { now: Date; mayBeOurs: boolean },
): Promise<void> {
  const { body, reference } = providerEvents
  // Two lookups by key, one in the other. As a join, planned when a new shop's tables were small, it read them whole.
  const orderId = sql`(select ${paymentAttempts.orderId} from ${paymentAttempts} where ${paymentAttempts.reference} = ${reference})`
  const isPrivate = sql`(select ${orders.email} = '' or (position('@' in ${body}) > 0 and position('"' || ${orders.email} || '"' in lower(${body})) = 0)
    from ${orders} where ${orders.id} = ${orderId})`
  await db
    .update(providerEvents)
    .set({
      settledAt: now,
      body: sql`case when coalesce(${isPrivate}, not ${mayBeOurs}::boolean) then null else ${body} end`,
    })
    .where(and(eq(providerEvents.id, id), eq(providerEvents.receivedAt, receivedAt)))
    .prepare('settle_event')
    .execute()
}

/** Raw bodies contain names and addresses, so they are blanked when no longer needed (90 days). */
export async function blankOldEventBodies(db: Database, before: Date): Promise<void> {
  await db
    .update(providerEvents)
    .set({ body: null })
    .where(and(lt(providerEvents.receivedAt, before), sql`${providerEvents.body} is not null`))
}
