/** The measured databases: the shop's own migrations create the schema, and the products are copied straight into the tables. */
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { openEmbedded, openPostgres } from '#server/db/connection.ts'
import { listMigrations } from '#server/db/migrate.ts'
import { startPostgres } from '#test/support/postgres.mjs'
import { catalogueChunks, PRODUCT_COLUMNS, STOCK_COLUMNS } from './catalogue.ts'
import { oncePerSize } from './once-per-size.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const CACHE = join(ROOT, 'node_modules/.cache/jara/bench')
export const PLACE = { place: 'Lagos: Yaba', amountKobo: 150_000 }

export type PostgresHost = {
  /** The URL of a database with this many products, created on first use. */
  withProducts: (products: number) => Promise<string>
  version: string
  stop: () => Promise<void>
}

/** Runs COPY … FROM and statements, on either database. */
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

/** A fresh copy of a data folder with this many products in the embedded database; the first of a size and schema is slow. */
export async function embeddedDataDir(products: number): Promise<{ path: string; remove: () => void }> {
  const prepared = join(CACHE, `${products}-${contentKey()}`)
  if (!existsSync(prepared)) await prepareEmbedded(products, prepared)
  const path = mkdtempSync(join(tmpdir(), 'jara-bench-'))
  cpSync(prepared, path, { recursive: true })
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

function contentKey(): string {
  const hash = createHash('sha256')
  for (const migration of listMigrations()) hash.update(migration.hash)
  for (const file of ['catalogue.ts', 'database.ts'])
    hash.update(readFileSync(join(import.meta.dirname, file)))
  return hash.digest('hex').slice(0, 16)
}

async function prepareEmbedded(products: number, prepared: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true })
  for (const older of readdirSync(CACHE)) {
    if (older.startsWith(`${products}-`)) rmSync(join(CACHE, older), { recursive: true })
  }
  const unfinished = `${prepared}.unfinished`
  await (await openEmbedded(unfinished)).close()
  const client = await PGlite.create({ dataDir: join(unfinished, 'database') })
  await load(
    {
      copy: async (table, columns, lines) => {
        await client.query(`copy ${table} (${columns}) from '/dev/blob'`, [], { blob: new Blob([lines]) })
      },
      exec: (statement) => client.exec(statement),
    },
    products,
  )
  await client.close()
  renameSync(unfinished, prepared)
}
