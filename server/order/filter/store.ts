import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { newId } from '#server/db/id.ts'
import { staffOrderFilters } from '#server/db/schema/staff.ts'
import type { OrderFilter } from '#shared/contract/admin/order.ts'

export type StoredFilter = { id: string; name: string; filter: OrderFilter }

const { id, memberId, name, filter } = staffOrderFilters
const isOwn = (member: string, filterId: string) => and(eq(id, filterId), eq(memberId, member))

export function listFiltersOf(db: Database, member: string): Promise<StoredFilter[]> {
  return db
    .select({ id, name, filter })
    .from(staffOrderFilters)
    .where(eq(memberId, member))
    .orderBy(asc(sql`lower(${name})`))
}

export async function insertFilter(
  tx: Database,
  saved: { memberId: string; name: string; filter: OrderFilter; createdAt: Date },
): Promise<void> {
  await tx.insert(staffOrderFilters).values({ ...saved, id: newId() })
}

/** False if the member has no such filter. */
export async function renameFilterRow(
  tx: Database,
  member: string,
  filterId: string,
  newName: string,
): Promise<boolean> {
  const rows = await tx
    .update(staffOrderFilters)
    .set({ name: newName })
    .where(isOwn(member, filterId))
    .returning({ id })
  return rows.length > 0
}

export async function deleteFilterRow(tx: Database, member: string, filterId: string): Promise<void> {
  await tx.delete(staffOrderFilters).where(isOwn(member, filterId))
}

/** What anybody has saved a search for: it may be somebody's name, number or address. */
export async function listSavedSearches(db: Database): Promise<{ id: string; search: string }[]> {
  const search = sql<string>`${filter}->>'search'`
  return db.select({ id, search }).from(staffOrderFilters).where(isNotNull(search))
}

export async function deleteFilters(tx: Database, ids: readonly string[]): Promise<void> {
  await tx.delete(staffOrderFilters).where(inArray(id, [...ids]))
}
