import { and, asc, desc, eq, inArray, isNull, lt, ne, or, type SQL } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { orderLines, orders } from '#server/db/schema/order.ts'
import { paymentAttempts, refunds } from '#server/db/schema/payment.ts'
import type { Order, Receipt } from '#shared/contract/order.ts'
import { courierName, trackingUrl } from '#shared/courier.ts'
import { ORDERS_LISTED_MAX } from '#shared/limits.ts'
import { nairaFromKobo } from '#shared/naira.ts'
import { orderArrival } from './arrival.ts'
import { isOrderOf } from './ownership.ts'
import { listParcels, type Parcel } from './parcel-list-store.ts'

/** The user's newest orders, newest first, at most ORDERS_LISTED_MAX. */
export function listOrdersOf(db: Database, userId: string, now: Date): Promise<Order[]> {
  return selectOrders(db, { name: 'orders_of_user', where: isOrderOf(db, userId) }, now)
}

/** Undefined if there is no such order or it belongs to somebody else; the statement does not distinguish the two. */
export async function findOrderOf(
  db: Database,
  { userId, orderId }: { userId: string; orderId: string },
  now: Date,
): Promise<Order | undefined> {
  const where = and(eq(orders.id, orderId), isOrderOf(db, userId))
  const found = await selectOrders(db, { name: 'order_of_user', where }, now)
  return found[0]
}

/** Whether an order is the user's. */
export async function isOwnOrder(
  db: Database,
  { userId, orderId }: { userId: string; orderId: string },
): Promise<boolean> {
  return (await db.$count(orders, and(eq(orders.id, orderId), isOrderOf(db, userId)))) > 0
}

type ReceiptLink = { orderId: string; madeAt: Date }

const isOpenTo = ({ orderId, madeAt }: ReceiptLink) =>
  and(
    eq(orders.id, orderId),
    ne(orders.email, ''),
    or(isNull(orders.receiptsRevokedAt), lt(orders.receiptsRevokedAt, madeAt)),
  )

/** Whether a link still opens its order. */
export async function opensOrder(db: Database, link: ReceiptLink): Promise<boolean> {
  return (await db.$count(orders, isOpenTo(link))) > 0
}

/**
 * An order as its mails show it: of what was not paid they name no recipient. Undefined if its links of that time are
 * revoked, or its buyer was erased.
 */
export async function findReceipt(db: Database, link: ReceiptLink, now: Date): Promise<Receipt | undefined> {
  const [found] = await selectRows(db, { name: 'order_of_link', where: isOpenTo(link) })
  if (found === undefined) return undefined
  const order = presentOrder(found, now)
  const shippingInfo = order.status === 'paid' ? order.shippingInfo : null
  return { ...order, shippingInfo, isGuest: found.order.userId === null }
}

/** Which orders, and the name of the statement that selects these. */
type Which = { name: string; where: SQL | undefined }

async function selectOrders(db: Database, which: Which, now: Date): Promise<Order[]> {
  return (await selectRows(db, which)).map((row) => presentOrder(row, now))
}

type OrderRow = typeof orders.$inferSelect
type AttemptRow = Pick<typeof paymentAttempts.$inferSelect, 'reference' | 'state' | 'url'>

async function selectRows(db: Database, { name, where }: Which) {
  const rows = await db
    .select({
      order: orders,
      attempt: {
        reference: paymentAttempts.reference,
        state: paymentAttempts.state,
        url: paymentAttempts.url,
      },
    })
    .from(orders)
    .leftJoin(paymentAttempts, eq(paymentAttempts.orderId, orders.id))
    .where(where)
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(ORDERS_LISTED_MAX)
    .prepare(name)
    .execute()
  const ids = rows.map(({ order }) => order.id)
  const lines = await db
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, ids))
    .orderBy(asc(orderLines.position))
  const linesOf = Map.groupBy(lines, (line) => line.orderId)
  const parcelsOf = await listParcels(db, ids)
  const returned = await selectRefunds(db, ids)
  const refundsOf = Map.groupBy(returned, (refund) => refund.orderId)
  return rows.map((row) => ({
    ...row,
    lines: linesOf.get(row.order.id) ?? [],
    parcels: parcelsOf.get(row.order.id) ?? [],
    refunds: refundsOf.get(row.order.id) ?? [],
  }))
}

type RefundRow = Awaited<ReturnType<typeof selectRefunds>>[number]

/** What is returned, or on its way. */
async function selectRefunds(db: Database, orderIds: readonly string[]) {
  const { amount, state, createdAt } = refunds
  return db
    .select({ orderId: paymentAttempts.orderId, amount, state, createdAt })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attemptId))
    .where(and(inArray(paymentAttempts.orderId, [...orderIds]), ne(state, 'failed')))
    .orderBy(asc(refunds.number))
}

/** The page of the order's only attempt: a second one could be paid as well. */
function pendingPayment(order: OrderRow, attempt: AttemptRow | null, now: Date): Order['pendingPayment'] {
  const { status, holdExpiresAt } = order
  if (status !== 'pending' || holdExpiresAt === null || holdExpiresAt <= now) return null
  if (attempt?.state !== 'started' || attempt.url === null) return null
  return { url: attempt.url, heldUntil: holdExpiresAt.toISOString() }
}

type LineRow = typeof orderLines.$inferSelect

function presentParcel(parcel: Parcel, lines: readonly LineRow[]): Order['parcels'][number] {
  const { number, courier, tracking, riderPhone } = parcel
  return {
    number,
    items: parcel.lines.flatMap(({ position, quantity, size }) => {
      const line = lines.find((each) => each.position === position)
      if (line === undefined) return []
      return [{ name: line.name, color: line.color, size: size ?? line.size, quantity }]
    }),
    packedAt: parcel.packedAt.toISOString(),
    sentAt: parcel.sentAt?.toISOString() ?? null,
    deliveredAt: parcel.deliveredAt?.toISOString() ?? null,
    returnedAt: parcel.returnedAt?.toISOString() ?? null,
    courier: courier === null ? null : courierName(courier),
    tracking,
    trackingUrl: courier === null ? null : trackingUrl(courier, tracking),
    riderPhone,
  }
}

function presentOrder(
  {
    order: row,
    attempt,
    lines,
    parcels,
    refunds: returned,
  }: {
    order: OrderRow
    attempt: AttemptRow | null
    lines: readonly LineRow[]
    parcels: readonly Parcel[]
    refunds: readonly RefundRow[]
  },
  now: Date,
): Order {
  const { fullName, email, phone, address, city, state, country } = row
  return {
    _id: row.id,
    items: lines.map(({ productId, name, image, quantity, color, size, unitPrice }) => ({
      productId,
      name,
      image,
      quantity,
      color,
      size,
      price: nairaFromKobo(unitPrice),
    })),
    shippingInfo: { fullName, email, phone, address, city, state, country },
    shippingLocation: row.shippingPlace,
    email,
    totalAmount: nairaFromKobo(row.total),
    shippingFee: nairaFromKobo(row.shippingFee),
    status: row.status,
    paymentReference: attempt?.reference ?? null,
    paidAt: row.paidAt?.toISOString() ?? null,
    parcels: parcels.map((parcel) => presentParcel(parcel, lines)),
    arrival: orderArrival(row),
    pendingPayment: pendingPayment(row, attempt, now),
    refunds: returned.map((refund) => ({
      amount: nairaFromKobo(refund.amount),
      at: refund.createdAt.toISOString(),
      isReturned: refund.state === 'done',
    })),
    createdAt: row.createdAt.toISOString(),
  }
}
