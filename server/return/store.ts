import { asc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { newId } from '#server/db/id.ts'
import { returnRequestLines, returnRequests } from '#server/db/schema/return.ts'

type RequestRow = typeof returnRequests.$inferSelect
export type ReturnedLine = { position: number; quantity: number }
export type Request = RequestRow & { lines: readonly ReturnedLine[] }
export type NewRequest = Pick<Request, 'orderId' | 'number' | 'reason' | 'words' | 'askedAt' | 'lines'>

/** The requests about an order, in the order in which they were made. */
export function listRequestsOf(db: Database, orderId: string): Promise<Request[]> {
  return listRequests(db, eq(returnRequests.orderId, orderId))
}

/** What is to be answered, and what is on its way back, oldest first. */
export function listOpenRequests(db: Database): Promise<Request[]> {
  return listRequests(db, inArray(returnRequests.state, ['asked', 'approved']))
}

async function listRequests(db: Database, which: SQL): Promise<Request[]> {
  const rows = await db
    .select()
    .from(returnRequests)
    .where(which)
    .orderBy(asc(returnRequests.askedAt), asc(returnRequests.number))
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const lines = await db
    .select()
    .from(returnRequestLines)
    .where(inArray(returnRequestLines.requestId, ids))
    .orderBy(asc(returnRequestLines.position))
  const linesOf = Map.groupBy(lines, ({ requestId }) => requestId)
  return rows.map((row) => ({
    ...row,
    lines: (linesOf.get(row.id) ?? []).map(({ position, quantity }) => ({ position, quantity })),
  }))
}

/** A request never leaves its order, so this may be read before anything is locked. */
export async function findOrderIdOf(db: Database, requestId: string): Promise<string | undefined> {
  const rows = await db
    .select({ orderId: returnRequests.orderId })
    .from(returnRequests)
    .where(eq(returnRequests.id, requestId))
  return rows[0]?.orderId
}

/** Inserts a request about a locked order. */
export async function insertRequest(tx: Database, { lines, ...row }: NewRequest): Promise<void> {
  const id = newId()
  await tx.insert(returnRequests).values({ ...row, id })
  await tx
    .insert(returnRequestLines)
    .values(lines.map((line) => ({ ...line, requestId: id, orderId: row.orderId })))
}

/** Changes a request about a locked order. */
export async function changeRequest(
  tx: Database,
  id: string,
  changed: Partial<
    Pick<RequestRow, 'state' | 'answer' | 'answeredAt' | 'answeredBy' | 'receivedAt' | 'receivedBy'>
  >,
): Promise<void> {
  await tx.update(returnRequests).set(changed).where(eq(returnRequests.id, id))
}
