import { asc } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { shippingPlaces } from '#server/db/schema/catalogue.ts'
import type { ShippingPlace } from '#shared/contract/app-data.ts'
import { nairaFromKobo } from '#shared/naira.ts'

export async function listPlaces(db: Database): Promise<ShippingPlace[]> {
  const rows = await db
    .select()
    .from(shippingPlaces)
    .orderBy(asc(shippingPlaces.position), asc(shippingPlaces.place))
  return rows.map(({ place, amount, states, areas }) => ({
    place,
    amount: nairaFromKobo(amount),
    states,
    areas,
  }))
}
