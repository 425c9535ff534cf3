import { eq } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { settings } from '#server/db/schema/shop.ts'
import { type AlertSettings, alertSettings } from '#shared/contract/admin/alert.ts'

const KEY = 'alerts'
const BY_DEFAULT: AlertSettings = { email: null, orders: 'each' }

export async function readAlertSettings(db: Database): Promise<AlertSettings> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, KEY))
  return parse(row?.value)
}

/** Locks them against another change until the transaction ends. */
export async function lockAlertSettings(tx: Database): Promise<AlertSettings> {
  await tx
    .insert(settings)
    .values({ key: KEY, value: JSON.stringify(BY_DEFAULT) })
    .onConflictDoNothing()
  const [row] = await tx
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, KEY))
    .for('update')
  return parse(row?.value)
}

export async function writeAlertSettings(tx: Database, wanted: AlertSettings): Promise<void> {
  await tx
    .update(settings)
    .set({ value: JSON.stringify(wanted) })
    .where(eq(settings.key, KEY))
}

const parse = (value = JSON.stringify(BY_DEFAULT)) => alertSettings.parse(JSON.parse(value))
