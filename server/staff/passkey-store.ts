import { and, eq } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { staffPasskeys } from '#server/db/schema/staff.ts'

export type Passkey = Pick<
  typeof staffPasskeys.$inferSelect,
  'id' | 'memberId' | 'name' | 'publicKey' | 'counter' | 'transports'
>

const WHOLE = {
  id: staffPasskeys.id,
  memberId: staffPasskeys.memberId,
  name: staffPasskeys.name,
  publicKey: staffPasskeys.publicKey,
  counter: staffPasskeys.counter,
  transports: staffPasskeys.transports,
}

export async function findPasskey(db: Database, id: string): Promise<Passkey | undefined> {
  const rows = await db.select(WHOLE).from(staffPasskeys).where(eq(staffPasskeys.id, id))
  return rows[0]
}

export async function listPasskeysOf(db: Database, memberId: string): Promise<Passkey[]> {
  return db.select(WHOLE).from(staffPasskeys).where(eq(staffPasskeys.memberId, memberId))
}

/** False if it is known already. */
export async function insertPasskey(tx: Database, passkey: Passkey, now: Date): Promise<boolean> {
  const inserted = await tx
    .insert(staffPasskeys)
    .values({ ...passkey, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: staffPasskeys.id })
  return inserted.length > 0
}

/** Counts a signature; false if another was counted since the passkey was read. */
export async function countSignature(
  tx: Database,
  { id, counter }: Pick<Passkey, 'id' | 'counter'>,
  newCounter: number,
  now: Date,
): Promise<boolean> {
  const counted = await tx
    .update(staffPasskeys)
    .set({ counter: newCounter, lastUsedAt: now })
    .where(and(eq(staffPasskeys.id, id), eq(staffPasskeys.counter, counter)))
    .returning({ id: staffPasskeys.id })
  return counted.length > 0
}

export async function deletePasskey(tx: Database, id: string): Promise<void> {
  await tx.delete(staffPasskeys).where(eq(staffPasskeys.id, id))
}
