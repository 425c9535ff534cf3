import { and, asc, eq, lt } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { returnPhotos, returnRequests } from '#server/db/schema/return.ts'

export type Photo = { requestId: string; slot: number }

/** Inserts a photo of a request about a locked order; one that is there stays as it is. */
export async function insertPhoto(tx: Database, photo: typeof returnPhotos.$inferInsert): Promise<void> {
  await tx.insert(returnPhotos).values(photo).onConflictDoNothing()
}

/** Which photos the requests about an order have. */
export async function listPhotosOf(db: Database, orderId: string): Promise<Photo[]> {
  return db
    .select({ requestId: returnPhotos.requestId, slot: returnPhotos.slot })
    .from(returnPhotos)
    .innerJoin(returnRequests, eq(returnRequests.id, returnPhotos.requestId))
    .where(eq(returnRequests.orderId, orderId))
    .orderBy(asc(returnPhotos.slot))
}

export async function findPhoto(db: Database, { requestId, slot }: Photo): Promise<Uint8Array | undefined> {
  const rows = await db
    .select({ content: returnPhotos.content })
    .from(returnPhotos)
    .where(and(eq(returnPhotos.requestId, requestId), eq(returnPhotos.slot, slot)))
  return rows[0]?.content
}

export async function deletePhotosBefore(db: Database, time: Date): Promise<void> {
  await db.delete(returnPhotos).where(lt(returnPhotos.addedAt, time))
}
