import { and, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { newId } from '#server/db/id.ts'
import { rowsOf } from '#server/db/rows.ts'
import { outbox } from '#server/db/schema/mail.ts'
import { orderLines, orders } from '#server/db/schema/order.ts'
import { parcelLines, parcels } from '#server/db/schema/parcel.ts'
import { paymentAttempts } from '#server/db/schema/payment.ts'
import { type Exchange, listExchanges } from '#server/order/exchange-store.ts'
import { LEFT } from '#server/order/packed-store.ts'
import type { PackedLine } from '#server/order/parcel-list-store.ts'
import { isToPack, isToSend } from '#server/order/stage-store.ts'

/** A parcel never leaves its order, so this may be read before anything is locked. */
export async function findOrderIdOf(db: Database, parcelId: string): Promise<string | undefined> {
  const rows = await db.select({ orderId: parcels.orderId }).from(parcels).where(eq(parcels.id, parcelId))
  return rows[0]?.orderId
}

/** How much of each of an order's lines is to be packed and in no parcel, except in what came back. */
export async function listLeft(db: Database, orderId: string): Promise<PackedLine[]> {
  return (await listLeftOf(db, [orderId])).get(orderId) ?? []
}

/** The same of several orders, by their ids. */
export async function listLeftOf(
  db: Database,
  orderIds: readonly string[],
): Promise<Map<string, PackedLine[]>> {
  const rows = await rowsOf<PackedLine & { orderId: string }>(
    db,
    sql`select * from (select l.order_id as "orderId", l.position, ${LEFT}::int as quantity from ${orderLines} l
      where l.order_id = any(${sql.param(orderIds)}::text[])) l
      where quantity > 0 order by "orderId", position`,
  )
  return new Map(
    [...Map.groupBy(rows, ({ orderId }) => orderId)].map(([orderId, lines]) => [
      orderId,
      lines.map(({ position, quantity }) => ({ position, quantity })),
    ]),
  )
}

/** Exchanges of these orders that are to be packed and are in no parcel, except in what came back. */
export async function listExchangesLeftOf(
  db: Database,
  orderIds: readonly string[],
): Promise<Map<string, Exchange[]>> {
  const exchangesOf = await listExchanges(db, orderIds)
  if (exchangesOf.size === 0) return new Map()
  const { orderId, exchange, state } = parcels
  const packed = await db
    .select({ orderId, exchange })
    .from(parcels)
    .where(and(inArray(orderId, [...exchangesOf.keys()]), isNotNull(exchange), ne(state, 'returned')))
  const isPacked = (order: string, number: number) =>
    packed.some((each) => each.orderId === order && each.exchange === number)
  return new Map(
    [...exchangesOf].map(([order, all]) => [
      order,
      all.filter((each) => each.state === 'due' && !isPacked(order, each.number)),
    ]),
  )
}

export async function listExchangesLeft(db: Database, orderId: string): Promise<readonly Exchange[]> {
  return (await listExchangesLeftOf(db, [orderId])).get(orderId) ?? []
}

/** Inserts a packed parcel of a locked order and returns its id. What is in exchange needs no lines. */
export async function insertParcel(
  tx: Database,
  parcel: {
    orderId: string
    number: number
    exchange: number | null
    lines: readonly PackedLine[]
    packedBy: string
    packedAt: Date
  },
): Promise<string> {
  const { lines, ...row } = parcel
  const id = newId()
  await tx.insert(parcels).values({ ...row, id })
  const packed = lines.map((line) => ({ ...line, parcelId: id, orderId: row.orderId }))
  if (packed.length > 0) await tx.insert(parcelLines).values(packed)
  return id
}

/** Changes a parcel of a locked order. */
export async function changeParcelRow(
  tx: Database,
  id: string,
  changed: Partial<Omit<typeof parcels.$inferSelect, 'id' | 'orderId' | 'number'>>,
): Promise<void> {
  await tx.update(parcels).set(changed).where(eq(parcels.id, id))
}

export async function removeParcel(tx: Database, id: string): Promise<void> {
  await tx.delete(parcels).where(eq(parcels.id, id))
}

/** Whether anything of a paid order has not been handed to a courier yet. */
export async function isAnythingUnsent(db: Database, orderId: string): Promise<boolean> {
  return (await db.$count(orders, and(eq(orders.id, orderId), or(isToPack, isToSend)))) > 0
}

/** Of the order's only payment, for its mails. */
export async function getReference(db: Database, orderId: string): Promise<string> {
  const rows = await db
    .select({ reference: paymentAttempts.reference })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
  return rows[0]?.reference ?? ''
}

/** Mails about the parcels of an order that nobody has tried to send, and those that may have gone out. */
export async function listParcelMails(db: Database, orderId: string) {
  return db
    .select({
      kind: outbox.kind,
      parcelId: outbox.part,
      waitsUntil: outbox.claimedUntil,
      mayBeSent: sql<boolean>`not (${and(isNull(outbox.sentAt), isNull(outbox.givenUpAt), eq(outbox.attempts, 0))})`,
    })
    .from(outbox)
    .where(and(eq(outbox.orderId, orderId), sql`${outbox.part} <> ''`))
}

/**
 * The mails that say how a parcel can be followed, locked until this transaction is over, so that none of them is tried meanwhile.
 * One that is being tried may have gone out.
 */
export async function lockTellingMails(
  tx: Database,
  orderId: string,
  parcelId: string,
): Promise<{ state: 'untried' | 'tried' | 'given-up' }[]> {
  const isOfParcel = or(
    and(eq(outbox.kind, 'order_sent'), eq(outbox.part, parcelId)),
    and(eq(outbox.kind, 'parcel_corrected'), sql`${outbox.part} like ${`${parcelId} %`}`),
  )
  const { sentAt, givenUpAt, attempts } = outbox
  const mails = await tx
    .select({ sentAt, givenUpAt, attempts })
    .from(outbox)
    .where(and(eq(outbox.orderId, orderId), isOfParcel))
    .for('update')
  return mails.map((mail) => {
    if (mail.givenUpAt !== null) return { state: 'given-up' }
    return { state: mail.sentAt === null && mail.attempts === 0 ? 'untried' : 'tried' }
  })
}
