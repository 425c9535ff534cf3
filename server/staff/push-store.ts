import { createHash } from 'node:crypto'
import { and, desc, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { staffMembers, staffPushSubscriptions } from '#server/db/schema/staff.ts'
import type { PushDevice } from '#shared/contract/admin/push.ts'
import type { Role } from '#shared/contract/permission.ts'

const PER_MEMBER = 10

export type PushSubscription = { id: string; endpoint: string; p256dh: string; auth: string }

/** As the member's own list names it: the browser can tell which one it is. */
const idOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('hex')

/** Enrols a device, or renews it. A member's eleventh device takes the place of the oldest. */
export async function putPushSubscription(
  tx: Database,
  subscription: Omit<PushSubscription, 'id'> & {
    memberId: string
    sessionId: string
    device: string
    browser: string
  },
  now: Date,
): Promise<void> {
  const row = { ...subscription, id: idOf(subscription.endpoint), createdAt: now }
  await tx
    .insert(staffPushSubscriptions)
    .values(row)
    .onConflictDoUpdate({ target: staffPushSubscriptions.id, set: row })
  const older = await tx
    .select({ id: staffPushSubscriptions.id })
    .from(staffPushSubscriptions)
    .where(eq(staffPushSubscriptions.memberId, subscription.memberId))
    .orderBy(desc(staffPushSubscriptions.createdAt))
    .offset(PER_MEMBER)
  const ids = older.map(({ id }) => id)
  if (ids.length > 0) await deletePushSubscriptions(tx, ids)
}

export async function listPushDevices(db: Database, memberId: string): Promise<PushDevice[]> {
  const rows = await db
    .select()
    .from(staffPushSubscriptions)
    .where(eq(staffPushSubscriptions.memberId, memberId))
    .orderBy(desc(staffPushSubscriptions.createdAt))
  return rows.map(({ id, device, createdAt }) => ({ id, device, createdAt: createdAt.toISOString() }))
}

/** Those of active members with one of these roles. */
export async function listPushSubscriptions(
  db: Database,
  roles: readonly Role[],
): Promise<PushSubscription[]> {
  const { id, endpoint, p256dh, auth } = staffPushSubscriptions
  return db
    .select({ id, endpoint, p256dh, auth })
    .from(staffPushSubscriptions)
    .innerJoin(staffMembers, eq(staffMembers.id, staffPushSubscriptions.memberId))
    .where(and(inArray(staffMembers.role, [...roles]), isNull(staffMembers.suspendedAt)))
}

export async function deletePushSubscriptions(db: Database, ids: readonly string[]): Promise<void> {
  await db.delete(staffPushSubscriptions).where(inArray(staffPushSubscriptions.id, [...ids]))
}

/**
 * Somebody has signed in: what rings in that browser rings for them from now on, until this session is signed out, and for nobody
 * else.
 */
export async function movePushSubscriptions(
  tx: Database,
  { memberId, sessionId, browser }: { memberId: string; sessionId: string; browser: string },
): Promise<void> {
  const isInBrowser = eq(staffPushSubscriptions.browser, browser)
  await tx
    .delete(staffPushSubscriptions)
    .where(and(isInBrowser, ne(staffPushSubscriptions.memberId, memberId)))
  await tx.update(staffPushSubscriptions).set({ sessionId }).where(isInBrowser)
}

/** Returns the device's words; undefined if the member has no such device. */
export async function deleteOwnPushSubscription(
  tx: Database,
  memberId: string,
  id: string,
): Promise<string | undefined> {
  const rows = await tx
    .delete(staffPushSubscriptions)
    .where(and(eq(staffPushSubscriptions.memberId, memberId), eq(staffPushSubscriptions.id, id)))
    .returning({ device: staffPushSubscriptions.device })
  return rows[0]?.device
}

/** Whoever was signed out there hears nothing there any more. */
export async function deletePushSubscriptionsOfSession(db: Database, sessionId: string): Promise<void> {
  await db.delete(staffPushSubscriptions).where(eq(staffPushSubscriptions.sessionId, sessionId))
}

/** All of a member's devices, but the one of a session if it is named. */
export async function deletePushSubscriptionsOf(
  tx: Database,
  memberId: string,
  { except = '' }: { except?: string } = {},
): Promise<void> {
  await tx
    .delete(staffPushSubscriptions)
    .where(and(eq(staffPushSubscriptions.memberId, memberId), ne(staffPushSubscriptions.sessionId, except)))
}
