import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { knownDevices, users } from '#server/db/schema/person.ts'
import type { Device } from '#server/http/device.ts'

const PER_USER = 20

export type KnownDevice = { userId: string; device: string; failedLogins: number; lastTriedAt: Date }

/** The device if the account with this address was opened in it before. */
export async function findKnownDevice(
  db: Database,
  email: string,
  device: Device,
): Promise<KnownDevice | undefined> {
  const { userId, failedLogins, lastTriedAt } = knownDevices
  const rows = await db
    .select({ userId, device: knownDevices.device, failedLogins, lastTriedAt })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, userId))
    .where(and(eq(users.email, email), eq(knownDevices.device, device.id)))
  return rows[0]
}

/** The account was opened in this device: forgets its failures. A user's twenty-first device ends the one not used for longest. */
export async function rememberDevice(tx: Database, userId: string, device: Device, now: Date): Promise<void> {
  const used = { failedLogins: 0, lastTriedAt: now }
  await tx
    .insert(knownDevices)
    .values({ userId, device: device.id, ...used })
    .onConflictDoUpdate({ target: [knownDevices.userId, knownDevices.device], set: used })
  const unused = tx
    .select({ device: knownDevices.device })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .orderBy(desc(knownDevices.lastTriedAt))
    .offset(PER_USER)
  await tx
    .delete(knownDevices)
    .where(and(eq(knownDevices.userId, userId), inArray(knownDevices.device, unused)))
}

export async function countDeviceFailure(
  tx: Database,
  { userId, device }: KnownDevice,
  failedLogins: number,
  now: Date,
) {
  await tx
    .update(knownDevices)
    .set({ failedLogins, lastTriedAt: now })
    .where(and(eq(knownDevices.userId, userId), eq(knownDevices.device, device)))
}
