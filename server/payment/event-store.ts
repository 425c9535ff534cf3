import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { orders, paymentAttempts, providerEvents } from '#server/db/schema.ts'
import { type Slots, statement } from '#server/db/statement.ts'

export type ProviderEvent = typeof providerEvents.$inferSelect

type NewEvent = Pick<ProviderEvent, 'bodyHash' | 'event' | 'reference' | 'body' | 'receivedAt' | 'settledAt'>

/** Stores a webhook delivery once, by the hash of its bytes; undefined if it is already stored. */
export async function insertEvent(tx: Database, event: NewEvent): Promise<number | undefined> {
  const rows = await insertNew(tx, { ...event, settledAt: event.settledAt?.toISOString() ?? null })
  return rows[0]?.id
}

const insertNew = statement(
  'insert_event',
  (db, { bodyHash, event, reference, body, receivedAt, settledAt }: Slots<keyof NewEvent>) =>
    db
      .insert(providerEvents)
      .values({ bodyHash, event, reference, body, receivedAt, settledAt: sql`${settledAt}::timestamptz` })
      .onConflictDoNothing()
      .returning({ id: providerEvents.id }),
)

/** Counts a try to settle an event, and returns the event; undefined if it is settled already. */
export async function tryEvent(db: Database, id: number): Promise<ProviderEvent | undefined> {
  const rows = await countTry(db, { id })
  return rows[0]
}

const countTry = statement('try_event', (db, { id }: Slots<'id'>) =>
  db
    .update(providerEvents)
    .set({ attempts: sql`${providerEvents.attempts} + 1` })
    .where(and(eq(providerEvents.id, id), isNull(providerEvents.settledAt)))
    .returning(),
)

export async function listUnsettledEvents(db: Database, before: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(and(isNull(providerEvents.settledAt), lt(providerEvents.receivedAt, before)))
    .orderBy(asc(providerEvents.receivedAt))
    .limit(limit)
  return rows.map((row) => row.id)
}

/** Marks an event as done. Its body is blanked at once if it is about an erased buyer, or names another address than the order's. */
export async function markEventSettled(db: Database, id: number, now: Date): Promise<void> {
  await writeSettled(db, { id, now })
}

const writeSettled = statement('event_settled', (db, { id, now }: Slots<'id' | 'now'>) => {
  const { body, reference } = providerEvents
  // Two lookups by key, one in the other. As a join, planned when a new shop's tables were small, it read them whole.
  const orderId = sql`(select ${paymentAttempts.orderId} from ${paymentAttempts} where ${paymentAttempts.reference} = ${reference})`
  const isAboutErased = sql`(select ${orders.email} = '' or (position('@' in ${body}) > 0 and position(${orders.email} in lower(${body})) = 0)
    from ${orders} where ${orders.id} = ${orderId})`
  return db
    .update(providerEvents)
    .set({ settledAt: now, body: sql`case when ${isAboutErased} then null else ${body} end` })
    .where(eq(providerEvents.id, id))
})

/** Raw bodies contain names and addresses, so they are blanked when no longer needed (90 days). */
export async function blankOldEventBodies(db: Database, before: Date): Promise<void> {
  await db
    .update(providerEvents)
    .set({ body: null })
    .where(and(lt(providerEvents.receivedAt, before), sql`${providerEvents.body} is not null`))
}
