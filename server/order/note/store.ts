import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { newId } from '#server/db/id.ts'
import { orderNotes } from '#server/db/schema/order.ts'

export type StoredNote = typeof orderNotes.$inferSelect

/** What was written down about an order, oldest first. */
export function listNotesOf(db: Database, orderId: string): Promise<StoredNote[]> {
  return db
    .select()
    .from(orderNotes)
    .where(eq(orderNotes.orderId, orderId))
    .orderBy(asc(orderNotes.writtenAt), asc(orderNotes.id))
}

export async function insertNote(tx: Database, note: Omit<StoredNote, 'id'>): Promise<void> {
  await tx.insert(orderNotes).values({ ...note, id: newId() })
}

/** False if the member has written no such note about the order. */
export async function deleteNote(
  tx: Database,
  { id, orderId, memberId }: { id: string; orderId: string; memberId: string },
): Promise<boolean> {
  const isOwn = and(eq(orderNotes.id, id), eq(orderNotes.orderId, orderId), eq(orderNotes.memberId, memberId))
  return (await tx.delete(orderNotes).where(isOwn).returning({ id: orderNotes.id })).length > 0
}

export async function deleteNotesOf(tx: Database, orderIds: readonly string[]): Promise<void> {
  await tx.delete(orderNotes).where(inArray(orderNotes.orderId, [...orderIds]))
}
