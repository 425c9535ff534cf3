import webPush from 'web-push'
import type { Database } from '#server/db/connection.ts'
import { storedSecret } from '#server/db/stored-secret.ts'

export type VapidKeys = { publicKey: string; privateKey: string }

/**
 * By which push services know this shop: stored like its other secrets, since devices that are enrolled with one key accept no other.
 */
export async function getVapidKeys(db: Database): Promise<VapidKeys> {
  return JSON.parse(await storedSecret(db, 'vapid', () => JSON.stringify(webPush.generateVAPIDKeys())))
}
