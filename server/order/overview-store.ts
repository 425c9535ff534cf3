import { and, asc, count, desc, eq, getTableColumns, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { outbox } from '#server/db/schema/mail.ts'
import { orderLines, orders, reviewCases } from '#server/db/schema/order.ts'
import { parcels } from '#server/db/schema/parcel.ts'
import { paymentAttempts, providerEvents, refunds } from '#server/db/schema/payment.ts'
import { stockMoves } from '#server/db/schema/stock.ts'
import type { OrderStatus } from '#shared/contract/order.ts'
import type { Kobo } from '#shared/naira.ts'
import { ORDER_NUMBER_CHARS } from '#shared/order-number.ts'
import type { ParcelState } from '#shared/parcel.ts'
import { isErased } from './erased.ts'
import type { OpenIssue } from './issue.ts'
import { issuesAsJson } from './issue-list-store.ts'
import { listIssues } from './issue-store.ts'

/** `since` and `until` are about when an order became paid here if only paid ones are listed, else when it was placed. */
export type OrderFilter = {
  status?: OrderStatus | undefined
  since?: Date | undefined
  until?: Date | undefined
  /** Lower case, trimmed. */
  email?: string | undefined
}

/** An order in a list, without personal data. */
export type ListedOrder = Awaited<ReturnType<typeof listOrderOverview>>['orders'][number]

/** Returned or on its way back. Refunds that failed return nothing. A reversal, also after a refund in part, is known by the payment's state alone. */
const refundedKobo = sql<number>`(select greatest(
    (select coalesce(sum(r.amount_kobo), 0) from ${refunds} r where r.reference = a.reference and r.state <> 'failed'),
    case when ${orders}.status = 'paid' and a.state = 'refunded' then a.amount_kobo else 0 end)
  from ${paymentAttempts} a where a.order_id = ${orders}.id)`.mapWith(Number)

const parcelStates = sql<
  ParcelState[]
>`(select coalesce(array_agg(p.state), '{}') from ${parcels} p where p.order_id = ${orders}.id)`

/** What every list shows of an order. */
export const LISTED = {
  id: orders.id,
  status: orders.status,
  total: orders.total,
  units: sql<number>`(select coalesce(sum(l.quantity), 0)::int from ${orderLines} l where l.order_id = ${orders}.id)`,
  place: orders.shippingPlace,
  refunded: refundedKobo,
  createdAt: orders.createdAt,
  /** When the order became paid here. */
  confirmedAt: orders.confirmedAt,
  heldBack: orders.heldBack,
  packedAt: orders.packedAt,
  parcelStates,
}

/** A page of orders, newest first by the time that the filter is about, and the total count. */
export async function listOrderOverview(
  db: Database,
  filter: OrderFilter,
  page: { limit: number; offset: number },
) {
  // Whoever packs what was paid since the last list must also see an order that was placed before it and paid after it.
  const time = filter.status === 'paid' ? orders.confirmedAt : orders.createdAt
  const which = and(
    filter.status && eq(orders.status, filter.status),
    filter.since && gte(time, filter.since),
    filter.until && lt(time, filter.until),
    filter.email === undefined ? undefined : eq(orders.email, filter.email),
  )
  const [counted] = await db.select({ total: count() }).from(orders).where(which)
  const listed = await db
    .select({
      ...LISTED,
      email: orders.email,
      openIssues: sql<
        OpenIssue[]
      >`coalesce((select ${issuesAsJson} from ${reviewCases} c where c.order_id = ${orders}.id and c.closed_at is null), '[]')`,
      /** By the provider's clock. */
      paidAt: orders.paidAt,
    })
    .from(orders)
    .where(which)
    .orderBy(desc(time), desc(orders.id))
    .limit(page.limit)
    .offset(page.offset)
  return {
    total: counted?.total ?? 0,
    orders: listed.map(({ email, ...order }) => ({ ...order, isBuyerErased: isErased({ email }) })),
  }
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

/** Orders of this total placed since a time, newest first. */
export async function listOrdersOfTotal(
  db: Database,
  total: Kobo,
  since: Date,
  limit: number,
): Promise<{ id: string }[]> {
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.total, total), gte(orders.createdAt, since)))
    .orderBy(desc(orders.createdAt))
    .limit(limit)
}

/** An order number is the end of an id (shared/order-number.ts), so several orders may share one. */
const isNumbered = (text: string): SQL => sql`right(${orders.id}, ${ORDER_NUMBER_CHARS}) = ${text}`
const hasReference = (db: Database, text: string): SQL =>
  inArray(
    orders.id,
    db
      .select({ id: paymentAttempts.orderId })
      .from(paymentAttempts)
      .where(eq(paymentAttempts.reference, text)),
  )

/** Everything stored about one order, and the SKUs that its products have now; undefined if it does not exist. */
export async function findOrderFile(db: Database, orderId: string) {
  const [found] = await db
    .select({ order: getTableColumns(orders), refunded: refundedKobo, parcelStates })
    .from(orders)
    .where(eq(orders.id, orderId))
  if (found === undefined) return undefined
  const { order, refunded, parcelStates: states } = found
  const [attempt] = await db.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, orderId))
  if (attempt === undefined) throw new Error(`Order ${orderId} has no payment attempt`)
  return {
    order,
    refunded,
    parcelStates: states,
    attempt,
    refunds: await db
      .select()
      .from(refunds)
      .where(eq(refunds.reference, attempt.reference))
      .orderBy(asc(refunds.number)),
    lines: await db
      .select({ ...getTableColumns(orderLines), sku: products.sku })
      .from(orderLines)
      .leftJoin(products, eq(products.id, orderLines.productId))
      .where(eq(orderLines.orderId, orderId))
      .orderBy(asc(orderLines.position)),
    moves: await db
      .select()
      .from(stockMoves)
      .where(eq(stockMoves.orderId, orderId))
      .orderBy(asc(stockMoves.id)),
    issues: await listIssues(db, orderId),
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
      .where(eq(providerEvents.reference, attempt.reference))
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
