import { and, asc, count, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'
import {
  auditLog,
  orderLines,
  orders,
  outbox,
  paymentAttempts,
  providerEvents,
  refunds,
  stockMoves,
} from '#server/db/schema.ts'
import type { OrderStatus } from '#shared/contract/order.ts'
import type { Kobo } from '#shared/naira.ts'

export type OrderFilter = {
  status?: OrderStatus | undefined
  since?: Date | undefined
  until?: Date | undefined
  /** Lower case, trimmed. */
  email?: string | undefined
}

/** An order in a list, without personal data. */
export type ListedOrder = {
  id: string
  status: OrderStatus
  total: Kobo
  units: number
  place: string
  needsReview: string | null
  createdAt: Date
  paidAt: Date | null
}

/** A page of orders, newest first, and the total count. */
export async function listOrderOverview(
  db: Database,
  filter: OrderFilter,
  page: { limit: number; offset: number },
): Promise<{ total: number; orders: ListedOrder[] }> {
  const which = and(
    filter.status && eq(orders.status, filter.status),
    filter.since && gte(orders.createdAt, filter.since),
    filter.until && lt(orders.createdAt, filter.until),
    filter.email === undefined ? undefined : eq(orders.email, filter.email),
  )
  const [counted] = await db.select({ total: count() }).from(orders).where(which)
  const listed = await db
    .select({
      id: orders.id,
      status: orders.status,
      total: orders.total,
      units: sql<number>`(select coalesce(sum(l.quantity), 0)::int from ${orderLines} l where l.order_id = ${orders}.id)`,
      place: orders.shippingPlace,
      needsReview: orders.needsReview,
      createdAt: orders.createdAt,
      paidAt: orders.paidAt,
    })
    .from(orders)
    .where(which)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(page.limit)
    .offset(page.offset)
  return { total: counted?.total ?? 0, orders: listed }
}

/** The orders that match an order number as shoppers see it, an id, or a payment reference. Newest first. */
export async function listOrdersNamed(
  db: Database,
  name: string,
): Promise<{ id: string; createdAt: Date }[]> {
  const text = name.trim().replace(/^#/, '').toLowerCase()
  return db
    .select({ id: orders.id, createdAt: orders.createdAt })
    .from(orders)
    .where(or(isNumbered(text), eq(orders.id, text), hasReference(db, text)))
    .orderBy(desc(orders.createdAt))
    .limit(20)
}

/** An order number is the end of an id (shared/order-number.ts), so several orders may share one. */
const isNumbered = (text: string): SQL => sql`right(${orders.id}, 5) = ${text}`
const hasReference = (db: Database, text: string): SQL =>
  inArray(
    orders.id,
    db
      .select({ id: paymentAttempts.orderId })
      .from(paymentAttempts)
      .where(eq(paymentAttempts.reference, text)),
  )

/** Everything stored about one order; undefined if it does not exist. */
export async function findOrderFile(db: Database, orderId: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  if (order === undefined) return undefined
  const attempts = await db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
    .orderBy(asc(paymentAttempts.createdAt))
  const references = attempts.map((attempt) => attempt.reference)
  return {
    order,
    attempts,
    lines: await db
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, orderId))
      .orderBy(asc(orderLines.position)),
    refunds: await db
      .select()
      .from(refunds)
      .where(inArray(refunds.reference, references))
      .orderBy(asc(refunds.createdAt)),
    moves: await db
      .select()
      .from(stockMoves)
      .where(eq(stockMoves.orderId, orderId))
      .orderBy(asc(stockMoves.id)),
    mails: await db
      .select({
        kind: outbox.kind,
        createdAt: outbox.createdAt,
        sentAt: outbox.sentAt,
        attempts: outbox.attempts,
        givenUpAt: outbox.givenUpAt,
        lastError: outbox.lastError,
      })
      .from(outbox)
      .where(eq(outbox.orderId, orderId))
      .orderBy(asc(outbox.createdAt)),
    events: await db
      .select({
        event: providerEvents.event,
        receivedAt: providerEvents.receivedAt,
        settledAt: providerEvents.settledAt,
      })
      .from(providerEvents)
      .where(inArray(providerEvents.reference, references))
      .orderBy(asc(providerEvents.id)),
  }
}

export type OrderFile = NonNullable<Awaited<ReturnType<typeof findOrderFile>>>

/** The other orders of the same checkout, oldest first. */
export async function listSiblings(db: Database, order: { id: string; checkoutId: string }) {
  const rows = await db
    .select({ id: orders.id, status: orders.status, createdAt: orders.createdAt })
    .from(orders)
    .where(eq(orders.checkoutId, order.checkoutId))
    .orderBy(asc(orders.createdAt))
  return rows.filter((row) => row.id !== order.id)
}

/** Why an order needs a person. */
export type Concern =
  | { kind: 'review'; reason: string }
  | { kind: 'late' }
  | { kind: 'refund-waits'; amount: Kobo }
  | { kind: 'refund-slow'; amount: Kobo }
  | { kind: 'mail-waits' | 'mail-given-up'; mail: string; tries: number }

type ConcernRow = {
  id: string
  status: OrderStatus
  total_kobo: string
  created_at: string
  kind: Concern['kind']
  reason: string | null
  amount_kobo: string | null
  mail: string | null
  tries: number | null
}

export type OrderConcern = { id: string; status: OrderStatus; total: Kobo; createdAt: Date; concern: Concern }

/** A refund should be requested within 5 minutes; banks need up to 10 working days; a mail is sent within minutes. */
const REFUND_ASKED_WITHIN = '5 minutes'
const REFUND_DONE_WITHIN = '14 days'
const MAIL_SENT_WITHIN = '1 hour'

const before = (now: Date, span: string) => sql`${now.toISOString()}::timestamptz - ${span}::interval`

/** Mail `m` was given up, and no case of its order has been closed since. */
const isGivenUpOpen = sql`m.given_up_at is not null and not exists (select 1 from ${auditLog} r
  where r.subject = m.order_id and r.action = 'order.resolve' and r.created_at >= m.given_up_at)`

/**
 * Refund `r` of payment `a` is overdue at the banks, and no case of its order has been closed since it became overdue.
 */
const isSlowRefundOpen = (
  now: Date,
) => sql`r.state = 'sent' and r.created_at < ${before(now, REFUND_DONE_WITHIN)}
  and not exists (select 1 from ${auditLog} c where c.subject = a.order_id and c.action = 'order.resolve'
    and c.created_at >= r.created_at + ${REFUND_DONE_WITHIN}::interval)`

/** True while a refund of the order is overdue at the banks and nobody has closed that. */
export async function hasSlowRefund(tx: Database, orderId: string, now: Date): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`select 1 from ${refunds} r join ${paymentAttempts} a on a.reference = r.reference
      where a.order_id = ${orderId} and ${isSlowRefundOpen(now)}`,
  )
  return rows.length > 0
}

/** True while a mail about the order has been given up and nobody has closed that. */
export async function hasGivenUpMail(tx: Database, orderId: string): Promise<boolean> {
  const rows = await rowsOf(
    tx,
    sql`select 1 from ${outbox} m where m.order_id = ${orderId} and ${isGivenUpOpen}`,
  )
  return rows.length > 0
}

/**
 * Order `o` was paid after its hold had ended, and no case of it has been closed since it became paid here. Its mail
 * was queued at that moment; the payment time of the provider may precede a case that was closed in between.
 */
const isLateOpenOrder = sql`o.paid_late and not exists (select 1 from ${auditLog} r
  where r.subject = o.id and r.action = 'order.resolve' and r.created_at >= coalesce((select m.created_at
    from ${outbox} m where m.order_id = o.id and m.kind = 'order_confirmed'), o.paid_at))`

/** True for an order that was paid after its hold had ended, until somebody closes that. */
export async function isLateOpen(tx: Database, orderId: string): Promise<boolean> {
  const rows = await rowsOf(tx, sql`select 1 from ${orders} o where o.id = ${orderId} and ${isLateOpenOrder}`)
  return rows.length > 0
}

/**
 * All orders that need a person, oldest first. Late payments, slow refunds and given-up mails stay listed until closed
 * by hand.
 */
export async function listConcerns(db: Database, now: Date): Promise<OrderConcern[]> {
  const rows = await rowsOf<ConcernRow>(
    db,
    sql`select o.id, o.status, o.total_kobo::text, to_json(o.created_at)#>>'{}' as created_at, c.kind, c.reason, c.amount_kobo,
        c.mail, c.tries from ${orders} o join (
        select id, 'review' as kind, needs_review as reason, null::text as amount_kobo, null::text as mail, null::int as tries
          from ${orders} where needs_review is not null
        union all select o.id, 'late', null, null, null, null from ${orders} o where ${isLateOpenOrder}
        union all select a.order_id, case r.state when 'requested' then 'refund-waits' else 'refund-slow' end, null,
          r.amount_kobo::text, null, null from ${refunds} r join ${paymentAttempts} a on a.id = r.attempt_id
          where r.state = 'requested' and r.created_at < ${before(now, REFUND_ASKED_WITHIN)}
            or ${isSlowRefundOpen(now)}
        union all select m.order_id, 'mail-waits', null, null, m.kind, m.attempts from ${outbox} m
          where m.sent_at is null and m.given_up_at is null and m.created_at < ${before(now, MAIL_SENT_WITHIN)}
        union all select m.order_id, 'mail-given-up', null, null, m.kind, m.attempts from ${outbox} m
          where ${isGivenUpOpen}
      ) c on c.id = o.id order by o.created_at, o.id`,
  )
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    total: Number(row.total_kobo),
    createdAt: new Date(row.created_at),
    concern: concernOf(row),
  }))
}

function concernOf(row: ConcernRow): Concern {
  switch (row.kind) {
    case 'review':
      return { kind: 'review', reason: row.reason ?? '' }
    case 'late':
      return { kind: 'late' }
    case 'mail-waits':
    case 'mail-given-up':
      return { kind: row.kind, mail: row.mail ?? '', tries: row.tries ?? 0 }
    default:
      return { kind: row.kind, amount: Number(row.amount_kobo) }
  }
}
