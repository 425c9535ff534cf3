import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresServer, type RunningServer, startPostgres } from '#test/support/postgres.mjs'
import type { SpawnedShop } from '#test/support/server.ts'
import { endShop, openSeveralShop, type SeveralShop } from '#test/support/several-shop.ts'
import { ask } from './rig/ask.ts'
import { start, wishFor } from './rig/buyer.ts'

const LAG_S = 15
/**
 * A change is in every process's responses within a second; the limit allows for a busy machine. It is below the lag from
 * which on the replica is not used, and below the minute for which responses are cached: waiting alone would not show it.
 */
const SHOWN_MS = 12_000

let server: PostgresServer
let second: RunningServer
let several: SeveralShop
let shop: SpawnedShop
let url: string

beforeAll(async () => {
  server = await startPostgres()
  several = await openSeveralShop(server.url, [{ id: 'tee' }, { id: 'cap' }])
  second = await server.replicate()
  const replicaUrl = new URL(second.url)
  replicaUrl.pathname = new URL(several.databaseUrl).pathname
  shop = several.spawn(2, { DATABASE_READ_URL: replicaUrl.href, DATABASE_READ_LAG_S: String(LAG_S) })
  url = await shop.opened
})
afterAll(async () => {
  expect(await endShop(shop)).toBe(0)
  await several.close()
  await server.stop()
})

async function onReplica(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: second.url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function figure(name: string): Promise<number> {
  const { body } = await ask(url, 'GET', '/metrics')
  const lines = String(body)
    .split('\n')
    .filter((line) => line.startsWith(name))
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0)
}

/** Repeated often enough to reach both processes. */
async function pricesOf(path: string): Promise<Set<string>> {
  const found = new Set<string>()
  for (let turn = 0; turn < 8; turn++) {
    const { status, body } = await ask(url, 'GET', path, { headers: { connection: 'close' } })
    expect(status).toBe(200)
    const text = (typeof body === 'string' ? body : JSON.stringify(body)).replaceAll(',', '')
    for (const price of [12_000, 98_761]) if (text.includes(String(price))) found.add(String(price))
  }
  return found
}

test('a stalled replica never serves outdated data after a change', async () => {
  await several.connection.db.execute(sql`update products set price_kobo = 1200000 where id = 'tee'`)
  const paths = ['/api/product/tee', '/api/product?search=tee', '/products/tee']
  for (const path of paths) {
    await expect.poll(async () => [...(await pricesOf(path))]).toEqual(['12000'])
  }
  await expect.poll(() => figure('jara_replica_in_use')).toBe(2)
  for (let turn = 0; turn < 8; turn++) await ask(url, 'GET', '/api/review/cap')
  await onReplica('select pg_wal_replay_pause()')
  try {
    await several.connection.db.execute(sql`update products set price_kobo = 9876100 where id = 'tee'`)
    // One time limit for all of them, shorter than the replica's allowed lag.
    await expect
      .poll(
        async () => {
          const shown: string[][] = []
          for (const path of paths) shown.push([...(await pricesOf(path))])
          return shown
        },
        { timeout: SHOWN_MS },
      )
      .toEqual(paths.map(() => ['98761']))
  } finally {
    await onReplica('select pg_wal_replay_resume()')
  }
  await expect.poll(() => figure('jara_public_reads_total{from="replica"}')).toBeGreaterThan(0)
})

test('when the replica dies browsing is not affected', async () => {
  await second.kill()
  for (let turn = 0; turn < 40; turn++) {
    expect(
      (await ask(url, 'GET', `/api/product?search=${turn % 2 ? 'tee' : 'cap'}&page=${1 + turn}`)).status,
    ).toBe(200)
    expect((await ask(url, 'GET', '/api/product/cap')).status).toBe(200)
  }
  await expect.poll(() => figure('jara_replica_in_use')).toBe(0)
  await second.restart()
  await expect.poll(() => figure('jara_replica_in_use')).toBe(2)
})

test('while the primary is briefly down browsing is not affected, and nobody can buy', async () => {
  await server.kill()
  for (let turn = 0; turn < 8; turn++) {
    for (const path of [
      '/api/product/cap',
      `/api/product?page=${1 + turn}`,
      '/products',
      '/api/review/cap',
    ]) {
      expect([path, (await ask(url, 'GET', path)).status]).toEqual([path, 200])
    }
  }
  expect((await start({ url }, wishFor([{ productId: 'cap' }]))).status).toBe(503)
  await server.restart()
  await expect.poll(async () => (await ask(url, 'GET', '/readyz')).status).toBe(200)
  expect((await start({ url }, wishFor([{ productId: 'cap' }]))).status).toBe(200)
})
