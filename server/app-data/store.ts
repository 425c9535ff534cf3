import { asc, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { shippingPlaces } from '#server/db/schema.ts'
import type { ShippingPlace } from '#shared/contract/app-data.ts'
import { type Kobo, nairaFromKobo } from '#shared/naira.ts'

export async function listPlaces(db: Database): Promise<ShippingPlace[]> {
  const rows = await db
    .select()
    .from(shippingPlaces)
    .orderBy(asc(shippingPlaces.position), asc(shippingPlaces.place))
  return rows.map((row) => ({ place: row.place, amount: nairaFromKobo(row.amount) }))
}

/** The fee of a place in kobo, or undefined when nothing is delivered there. */
export async function findPlaceFee(db: Database, place: string): Promise<Kobo | undefined> {
  const rows = await db
    .select({ amount: shippingPlaces.amount })
    .from(shippingPlaces)
    .where(sql`${shippingPlaces.place} = ${place}`)
  return rows[0]?.amount
}
