import type { Database } from './db/connection.ts'
import type { Settings } from './dependencies.ts'
import type { Env } from './env.ts'
import { keptSecret } from './secret.ts'

/** The settings from the environment variables and from what the shop has stored. */
export async function readSettings(env: Env, db: Database, publicUrl: string): Promise<Settings> {
  return {
    publicUrl,
    isLoopback: env.isLoopback,
    appSecret: env.appSecret ?? (await keptSecret(db, 'app_secret')),
    paymentChannels: env.paymentChannels,
    paymentChecksPerS: env.paymentChecksPerS,
    databasePool: env.databasePool,
    devMailbox: env.smtpUrl === undefined,
    rateLimits: env.rateLimits,
    trustProxy: env.trustProxy,
    ...(env.metricsToken === undefined ? {} : { metricsToken: env.metricsToken }),
  }
}
