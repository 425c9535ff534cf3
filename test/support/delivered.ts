import { desc, eq } from 'drizzle-orm'
import { newId } from '#server/db/id.ts'
import { parcelLines, parcels } from '#server/db/schema/parcel.ts'
import type { TestShop } from './shop.ts'

/** Inserts delivered parcels of an order, each with these quantities of its lines. */
export async function deliverParcels(
  { db, now }: Pick<TestShop, 'db' | 'now'>,
  orderId: string,
  quantities: readonly (readonly number[])[],
): Promise<void> {
  const [last] = await db
    .select({ number: parcels.number })
    .from(parcels)
    .where(eq(parcels.orderId, orderId))
    .orderBy(desc(parcels.number))
    .limit(1)
  for (const [i, lines] of quantities.entries()) {
    const id = newId()
    const number = (last?.number ?? 0) + i + 1
    const at = { packedAt: now(), sentAt: now(), deliveredAt: now() }
    await db.insert(parcels).values({
      ...at,
      id,
      orderId,
      number,
      state: 'delivered',
      packedBy: 'Tunde',
      sentBy: 'Tunde',
      courier: 'gig',
    })
    await db
      .insert(parcelLines)
      .values(
        lines.flatMap((quantity, position) =>
          quantity === 0 ? [] : [{ parcelId: id, orderId, position, quantity }],
        ),
      )
  }
}
