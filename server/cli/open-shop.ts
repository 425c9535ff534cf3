import { join, resolve } from 'node:path'
import { backupBeforeMigrating } from '#server/backup/before-migrating.ts'
import { createLiveIndex } from '#server/catalogue-index/live-index.ts'
import { type Connection, type Database, openPostgres } from '#server/db/connection.ts'
import { joinEmbedded } from '#server/db/embedded/embedded.ts'
import { refuseAbsent } from '#server/db/embedded/record.ts'
import { countOtherShops } from '#server/db/other-shops.ts'
import type { Dependencies, Settings } from '#server/dependencies.ts'
import { type Env, readEnv } from '#server/env.ts'
import { createJobs } from '#server/jobs/queue.ts'
import { createLog } from '#server/log/log.ts'
import { createMailboxTransport } from '#server/mail/mailbox.ts'
import { createMetrics } from '#server/metrics/metrics.ts'
import { connectProvider, sandboxAddress } from '#server/open-provider.ts'
import { createStockAnnouncer } from '#server/order/announce.ts'
import { openPictureStore } from '#server/pictures/s3-store.ts'
import { catalogueSource } from '#server/product/store.ts'
import { Refusal } from '#server/refusal.ts'
import { ROOT } from '#server/root.ts'
import { readSettings } from '#server/settings.ts'
import { defineWork } from '#server/work.ts'

/** What one command needs: the shop's data, and on request the dependencies of its business rules. */
export type OwnersShop = Awaited<ReturnType<typeof openShop>>

/** Whether a missing embedded database is created. Only commands that fill a new shop may do that. */
export type WhenAbsent = 'create' | 'refuse'

/** An open shop of another version would fail on what this one changes. */
async function refuseOlderShop(db: Database): Promise<void> {
  if ((await countOtherShops(db)) > 0)
    throw new Refusal(
      'A shop of another version is open on this database, which this version has to change first. Stop all of its processes and start this version, then try again. Nothing was changed.',
    )
}

/** Standard output may be a file that a script reads. */
const complain = (sentence: string) => void process.stderr.write(`${sentence}\n`)

/** Without the shop's key a command finds none of its payments. A shop on the embedded database is usually a trial. */
function tellOfSandbox(env: Env): void {
  if (env.databaseUrl === undefined || env.paystack !== undefined) return
  complain(
    `PAYSTACK_SECRET_KEY is not set: this command asks the sandbox at ${sandboxAddress(env, env.port)}, not Paystack. Give commands the same variables as the shop.`,
  )
}

/** Opens the shop's own database and pictures, configured by the same environment variables. */
export async function openShop(source: Record<string, string | undefined>, whenAbsent: WhenAbsent) {
  const env = readEnv(source)
  const dataDir = resolve(ROOT, env.dataDir)
  const now = () => new Date()
  const backup = backupBeforeMigrating(dataDir, now, complain)
  const beforeMigrating = async (db: Database) => {
    await refuseOlderShop(db)
    await backup(db)
  }
  // Few statements, and some are long: they bypass a pooler.
  const ownUrl = env.databaseDirectUrl ?? env.databaseUrl
  if (ownUrl === undefined && whenAbsent === 'refuse') refuseAbsent(dataDir)
  const server = ownUrl === undefined ? await joinEmbedded({ env, dataDir, say: () => {} }) : undefined
  const stopServer = async () => server?.stop()
  const connection = await openPostgres(server?.url ?? ownUrl ?? '', env.databasePool, {
    beforeMigrating,
  }).catch(async (error: unknown) => {
    await stopServer()
    throw error
  })
  const pictureStore = openPictureStore(join(dataDir, 'pictures'), env.pictureBucket)
  let opened: Promise<Dependencies> | undefined
  return {
    connection,
    /** Names the database to the owner, without its password. */
    databaseLabel: databaseLabelOf(env.databaseUrl, dataDir),
    dataDir,
    pictureStore,
    now,
    settings: (): Promise<Settings> => readSettings(env, connection.db, env.publicUrl),
    /** For settling and refunding: includes the payment provider and the job queue. */
    dependencies: (): Promise<Dependencies> => {
      if (opened === undefined) tellOfSandbox(env)
      opened ??= openDependencies(env, connection, { pictureStore, now })
      return opened
    },
    close: async () => {
      const dependencies = await opened?.catch(() => undefined)
      await dependencies?.stockAnnouncer.stop()
      await dependencies?.jobs.stop()
      await connection.close()
      await stopServer()
    },
  }
}

/**
 * Jobs can be queued but are not run here: the shop runs them, now or at its next start. Nothing is logged, since the
 * command itself reports what it did.
 */
async function openDependencies(
  env: Env,
  connection: Connection,
  { pictureStore, now }: Pick<Dependencies, 'pictureStore' | 'now'>,
): Promise<Dependencies> {
  const { db } = connection
  const { publicUrl, port } = env
  const log = createLog({ level: 'silent', format: 'json' })
  const metrics = createMetrics()
  const jobs = createJobs({ database: connection.jobsDatabase, log, metrics, polling: false })
  const dependencies: Dependencies = {
    db,
    now,
    log,
    metrics,
    jobs,
    pictureStore,
    productIndex: createLiveIndex({ source: catalogueSource(db), log }),
    provider: await connectProvider(env, db, { publicUrl, port }),
    stockAnnouncer: createStockAnnouncer({ db, log }),
    mail: createMailboxTransport(db, now),
    settings: await readSettings(env, db, publicUrl),
  }
  defineWork(dependencies)
  await jobs.start()
  return dependencies
}

/** Names the database to the owner, without its user and password. */
function databaseLabelOf(databaseUrl: string | undefined, dataDir: string): string {
  if (databaseUrl === undefined) return `the embedded database in ${dataDir}`
  const { host, pathname } = new URL(databaseUrl)
  return `the database ${decodeURIComponent(pathname.slice(1))} on ${host}`
}
