import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { staffDevices } from '#server/db/schema/staff.ts'

const PER_MEMBER = 20

/** Remembers that a member signed in with this device; returns whether it is new. The twenty-first ends the one not used for longest. */
export async function rememberStaffDevice(
  tx: Database,
  memberId: string,
  device: string,
  now: Date,
): Promise<boolean> {
  const isTheirs = and(eq(staffDevices.memberId, memberId), eq(staffDevices.device, device))
  const known = await tx
    .update(staffDevices)
    .set({ lastUsedAt: now })
    .where(isTheirs)
    .returning({ device: staffDevices.device })
  if (known.length > 0) return false
  await tx.insert(staffDevices).values({ memberId, device, lastUsedAt: now }).onConflictDoNothing()
  const unused = tx
    .select({ device: staffDevices.device })
    .from(staffDevices)
    .where(eq(staffDevices.memberId, memberId))
    .orderBy(desc(staffDevices.lastUsedAt))
    .offset(PER_MEMBER)
  await tx
    .delete(staffDevices)
    .where(and(eq(staffDevices.memberId, memberId), inArray(staffDevices.device, unused)))
  return true
}
