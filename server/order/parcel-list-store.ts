import { asc, inArray } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { parcelLines, parcels } from '#server/db/schema/parcel.ts'
import { type Exchange, listExchanges } from './exchange-store.ts'

type ParcelRow = typeof parcels.$inferSelect
/** `position` is the line's place in its order. */
export type PackedLine = { position: number; quantity: number }
/** With the size that is in it, where that is another than was bought. */
export type ParcelLine = PackedLine & { size?: string }
export type Parcel = ParcelRow & { lines: readonly ParcelLine[] }

/** The parcels of each of these orders, by their number. */
export async function listParcels(
  db: Database,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Parcel[]>> {
  const rows = await db
    .select()
    .from(parcels)
    .where(inArray(parcels.orderId, [...orderIds]))
    .orderBy(asc(parcels.orderId), asc(parcels.number))
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  const lines = await db
    .select()
    .from(parcelLines)
    .where(inArray(parcelLines.parcelId, ids))
    .orderBy(asc(parcelLines.position))
  const linesOf = Map.groupBy(lines, ({ parcelId }) => parcelId)
  const exchangesOf = rows.some(({ exchange }) => exchange !== null)
    ? await listExchanges(db, orderIds)
    : new Map<string, readonly Exchange[]>()
  const withLines = rows.map((row) => ({
    ...row,
    lines:
      row.exchange === null
        ? (linesOf.get(row.id) ?? []).map(({ position, quantity }) => ({ position, quantity }))
        : piecesOf(exchangesOf.get(row.orderId) ?? [], row.exchange),
  }))
  return Map.groupBy(withLines, ({ orderId }) => orderId)
}

function piecesOf(exchanges: readonly Exchange[], number: number): ParcelLine[] {
  const found = exchanges.find((exchange) => exchange.number === number)
  return (found?.lines ?? []).map(({ position, quantity, size }) => ({ position, quantity, size }))
}

export async function listParcelsOf(db: Database, orderId: string): Promise<readonly Parcel[]> {
  return (await listParcels(db, [orderId])).get(orderId) ?? []
}
