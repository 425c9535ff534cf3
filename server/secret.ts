import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Database } from './db/connection.ts'
import { settings } from './db/schema.ts'

/**
 * A secret of this shop, generated at its first start and stored with its data (two processes starting at once agree on
 * one).
 */
export async function keptSecret(db: Database, key: string): Promise<string> {
  await db
    .insert(settings)
    .values({ key, value: randomBytes(32).toString('hex') })
    .onConflictDoNothing()
  const rows = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  const secret = rows[0]?.value
  if (secret === undefined) throw new Error(`The setting ${key} could not be kept.`)
  return secret
}
