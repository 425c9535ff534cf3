import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { HASH_COST } from './auth/argon2.ts'
import type { Database } from './db/connection.ts'
import { settings } from './db/schema/shop.ts'
import type { Settings } from './dependencies.ts'
import type { Env } from './env.ts'
import { WORK_ROUNDS } from './payment/start/work.ts'

/** The settings from the environment variables and from what the shop has stored. */
export async function readSettings(env: Env, db: Database, publicUrl: string): Promise<Settings> {
  return {
    publicUrl,
    isLoopback: env.isLoopback,
    appSecret: env.appSecret ?? (await storedSecret(db, 'app_secret')),
    hashCost: HASH_COST,
    paymentChannels: env.paymentChannels,
    paymentChecksPerS: env.paymentChecksPerS,
    refundLimit: env.refundLimit,
    databasePool: env.databasePool,
    devMailbox: env.smtpUrl === undefined,
    rateLimits: env.rateLimits,
    workRounds: WORK_ROUNDS,
    trustProxy: env.trustProxy,
    ...(env.metricsToken === undefined ? {} : { metricsToken: env.metricsToken }),
  }
}

/**
 * A secret of this shop, generated at its first start and stored with its data (two processes starting at once agree on
 * one).
 */
export async function storedSecret(db: Database, key: string): Promise<string> {
  await db
    .insert(settings)
    .values({ key, value: randomBytes(32).toString('hex') })
    .onConflictDoNothing()
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  if (row === undefined) throw new Error(`The setting ${key} could not be stored.`)
  return row.value
}
