import { join, resolve } from 'node:path'
import { type Connection, openEmbedded, openPostgres } from '#server/db/connection.ts'
import { readEnv } from '#server/env.ts'

const ROOT = resolve(import.meta.dirname, '../..')

export type OpenShop = { connection: Connection; picturesDir: string }

/** Opens the database and pictures that the shop itself works with, from the same variables. */
export async function openShop(source: Record<string, string | undefined>): Promise<OpenShop> {
  const env = readEnv(source)
  const dataDir = resolve(ROOT, env.dataDir)
  const connection =
    env.databaseUrl === undefined
      ? await openEmbedded(dataDir)
      : await openPostgres(env.databaseUrl, env.databasePool)
  return { connection, picturesDir: join(dataDir, 'pictures') }
}
