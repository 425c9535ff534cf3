import { HASH_COST } from './auth/argon2.ts'
import type { Database } from './db/connection.ts'
import { storedSecret } from './db/stored-secret.ts'
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
