/** The measured databases: the shop's own migrations create the schema, and the products are copied straight into the tables. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openPostgres } from '#server/db/connection.ts'
import { startPostgres } from '#test/support/postgres.mjs'
import { catalogueChunks, PRODUCT_COLUMNS, STOCK_COLUMNS } from './catalogue.ts'
import { oncePerSize } from './once-per-size.ts'

export const PLACE = { place: 'Lagos: Yaba', amountKobo: 150_000 }

export type PostgresHost = {
  /** The URL of a database with this many products, created on first use. */
  withProducts: (products: number) => Promise<string>
  version: string
  stop: () => Promise<void>
}

/** Runs COPY … FROM and statements. */
type Loader = {
  copy: (table: string, columns: string, lines: string) => Promise<void>
  exec: (statement: string) => Promise<unknown>
}

async function load(loader: Loader, products: number): Promise<void> {
  // No foreign keys or notices while loading rows that are valid by construction. The stock ledger stays empty: the measured
  // requests read only its end, and loading a million rows of it takes as long as everything else.
  await loader.exec('set session_replication_role = replica')
  for (const chunk of catalogueChunks(products)) {
    await loader.copy('products', PRODUCT_COLUMNS, chunk.products)
    await loader.copy('stock_items', STOCK_COLUMNS, chunk.stock)
  }
  await loader.exec(
    `insert into shipping_places (place, amount_kobo) values ('${PLACE.place}', ${PLACE.amountKobo})`,
  )
  await loader.exec('set session_replication_role = origin')
  await loader.exec('vacuum analyze')
}

/** Our own PostgreSQL server, from the binaries in the npm package, with default settings except fsync. */
export async function openPostgresHost(): Promise<PostgresHost> {
  const server = await startPostgres()
  const asked = new pg.Client({ connectionString: server.url })
  await asked.connect()
  const { rows } = await asked.query<{ server_version: string }>('show server_version')
  await asked.end()
  const make = async (products: number) => {
    const url = new URL(server.url)
    const admin = new pg.Client({ connectionString: server.url })
    await admin.connect()
    await admin.query(`create database bench_${products}`)
    await admin.end()
    url.pathname = `/bench_${products}`
    await (await openPostgres(url.href, 2)).close()
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    const folder = mkdtempSync(join(tmpdir(), 'jara-bench-'))
    // The database server runs under its own account.
    chmodSync(folder, 0o755)
    const file = join(folder, 'lines')
    try {
      await load(
        {
          copy: async (table, columns, lines) => {
            writeFileSync(file, lines, { mode: 0o644 })
            await client.query(`copy ${table} (${columns}) from '${file}'`)
          },
          exec: (statement) => client.query(statement),
        },
        products,
      )
    } finally {
      await client.end()
      rmSync(folder, { recursive: true })
    }
    return url.href
  }
  return {
    version: rows[0]?.server_version ?? '',
    withProducts: oncePerSize(make),
    stop: server.stop,
  }
}
