import { asc, inArray } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { parcelLines, parcels } from '#server/db/schema/parcel.ts'

type ParcelRow = typeof parcels.$inferSelect
/** `position` is the line's place in its order. */
export type PackedLine = { position: number; quantity: number }
export type Parcel = ParcelRow & { lines: readonly PackedLine[] }

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
  const withLines = rows.map((row) => ({
    ...row,
    lines: (linesOf.get(row.id) ?? []).map(({ position, quantity }) => ({ position, quantity })),
  }))
  return Map.groupBy(withLines, ({ orderId }) => orderId)
}

export async function listParcelsOf(db: Database, orderId: string): Promise<readonly Parcel[]> {
  return (await listParcels(db, [orderId])).get(orderId) ?? []
}
