import { type Connection, openPostgres } from '#server/db/connection.ts'
import { createFreshDatabase } from './fresh-database.ts'
import { type HeldProvider, openHeldProvider } from './held-provider.ts'
import { seedPlace, seedProduct } from './purchase.ts'
import { newDataDir, type SpawnedShop, spawnShop } from './server.ts'

/**
 * Several processes agree on a port before they listen on it: it is none that the system gives to connections meanwhile
 * (from 32768), and none of another test file's process.
 */
let portsUsed = 0
const nextPort = () => 10_000 + ((process.pid * 8 + portsUsed++) % 20_000)

/**
 * A built shop in one or several processes, with its own seeded database and a provider that can hold its responses back.
 */
export type SeveralShop = {
  connection: Connection
  provider: HeldProvider
  spawn: (processes: number, env?: Record<string, string>) => SpawnedShop
  /** Removes everything, including a shop that a failed test left running. */
  close: () => Promise<void>
}

export async function openSeveralShop(
  products: readonly Parameters<typeof seedProduct>[1][],
): Promise<SeveralShop> {
  const database = await createFreshDatabase()
  const connection = await openPostgres(database.url, 3)
  await seedPlace(connection.db)
  for (const product of products) await seedProduct(connection.db, product)
  const provider = await openHeldProvider()
  const folder = newDataDir()
  const shops: SpawnedShop[] = []
  return {
    connection,
    provider,
    spawn: (processes, env = {}) => {
      const shop = spawnShop({
        dataDir: folder.path,
        port: nextPort(),
        env: {
          DATABASE_URL: database.url,
          WEB_CONCURRENCY: String(processes),
          PAYSTACK_SECRET_KEY: 'sk_test_of_several',
          PAYSTACK_URL: provider.url,
          ...env,
        },
      })
      shops.push(shop)
      return shop
    },
    close: async () => {
      for (const shop of shops) shop.signal('SIGKILL')
      await Promise.all(shops.map(({ ended }) => ended))
      await provider.close()
      await connection.close()
      await database.drop()
      folder.remove()
    },
  }
}

/** Sends SIGTERM to a running shop, as a service manager does; returns its exit code. */
export function endShop(shop: SpawnedShop): Promise<number | null> {
  shop.signal('SIGTERM')
  return shop.ended
}
