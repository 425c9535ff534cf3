import { eq } from 'drizzle-orm'
import webPush from 'web-push'
import type { Database } from '#server/db/connection.ts'
import { settings } from '#server/db/schema/shop.ts'

const KEY = 'vapid'

export type VapidKeys = { publicKey: string; privateKey: string }

/**
 * By which push services know this shop: made once and stored with its data, like its other secrets, since devices that are enrolled
 * with one key accept no other.
 */
export async function getVapidKeys(db: Database): Promise<VapidKeys> {
  const find = () => db.select({ value: settings.value }).from(settings).where(eq(settings.key, KEY))
  const [found] = await find()
  if (found !== undefined) return JSON.parse(found.value)
  const value = JSON.stringify(webPush.generateVAPIDKeys())
  await db.insert(settings).values({ key: KEY, value }).onConflictDoNothing()
  const [made] = await find()
  if (made === undefined) throw new Error('The VAPID keys could not be stored.')
  return JSON.parse(made.value)
}
