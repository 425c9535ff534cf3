import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from './connection.ts'
import { settings } from './schema/shop.ts'

/**
 * A secret of this shop, made at its first use and stored with its data (two processes that make one at once agree on one). 32 random
 * bytes in hex, unless `make` says otherwise.
 */
export async function storedSecret(
  db: Database,
  key: string,
  make = () => randomBytes(32).toString('hex'),
): Promise<string> {
  const find = () => db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  const [found] = await find()
  if (found !== undefined) return found.value
  await db.insert(settings).values({ key, value: make() }).onConflictDoNothing()
  const [made] = await find()
  if (made === undefined) throw new Error(`The setting ${key} could not be stored.`)
  return made.value
}
