import pg from 'pg'
import type { Browser } from 'playwright-core'
import { test } from 'vitest'
import { launchBrowser } from './browser.ts'
import { copyDatabase, createFreshDatabase } from './fresh-database.ts'
import { copyDataDir, newDataDir, runShopCommand, startShop } from './server.ts'
import { getShared } from './shared.ts'

/** A started shop with its data, and the owner's commands for it. */
export type JourneyShop = {
  url: string
  /** Log lines of level warn and above, and everything written to stderr. */
  complaints: string[]
  command: (...command: string[]) => Promise<void>
  /** The key of the shop's sandbox, which its owner's calls to that are signed with. */
  sandboxKey: () => Promise<string>
  close: () => Promise<void>
  /** Without its database, which ends with its server. */
  kill: () => Promise<void>
}

/** Starts a shop as a real process. `catalogue` is the folder of another catalogue than the journeys' own. */
export async function openJourneyShop({
  catalogue,
  env = {},
}: {
  catalogue?: string
  env?: Record<string, string>
}): Promise<JourneyShop> {
  const prepared = catalogue === undefined ? await getShared('journeys') : undefined
  const data = prepared ? copyDataDir(prepared.dataDir) : newDataDir()
  const database = await (prepared ? copyDatabase(prepared.databaseUrl) : createFreshDatabase())
  const command = (...args: string[]) =>
    runShopCommand({ dataDir: data.path, databaseUrl: database.url }, ...args)
  if (catalogue !== undefined) await command('import', catalogue)
  const shop = await startShop({ dataDir: data.path, env: { DATABASE_URL: database.url, ...env } })
  return {
    url: shop.url,
    complaints: shop.complaints,
    command,
    sandboxKey: () => readSandboxKey(database.url),
    close: async () => {
      await shop.stop()
      await database.drop()
      data.remove()
    },
    kill: async () => {
      await shop.kill()
      data.remove()
    },
  }
}

async function readSandboxKey(databaseUrl: string): Promise<string> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const { rows } = await client.query(`select value from settings where key = 'sandbox_key'`)
    return `sk_test_${rows[0].value}`
  } finally {
    await client.end()
  }
}

/**
 * What the files that run in one worker share: a browser, and a shop for those that leave its catalogue and its reviews as they
 * are, and buy only what there is plenty of. Each is started when the first of them needs it, and ends with the worker.
 */
export const inWorker = test
  .extend('browserProgram', { scope: 'worker' }, () => getShared('browser'))
  .extend('browser', { scope: 'worker' }, async ({ browserProgram }, { onCleanup }): Promise<Browser> => {
    const browser = await launchBrowser(browserProgram)
    onCleanup(() => browser.close())
    return browser
  })
  // The visitors of many files come from one address.
  .extend('sharedShopEnv', { scope: 'worker' }, () => ({ RATE_LIMITS: 'off' }))
  .extend(
    'sharedShop',
    { scope: 'worker' },
    async ({ sharedShopEnv }, { onCleanup }): Promise<JourneyShop> => {
      const shop = await openJourneyShop({ env: sharedShopEnv })
      // The database server may be stopped before the workers have ended.
      onCleanup(shop.kill)
      return shop
    },
  )
