import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '#server/db/connection.ts'
import { applyMigrations, listApplied, listMigrations, migrate } from '#server/db/migrate.ts'
import { rowsOf } from '#server/db/rows.ts'
import { Refusal } from '#server/refusal.ts'
import { openFreshDatabase } from '#test/support/fresh-database.ts'
import { checkLedger } from '#test/support/ledger.ts'
import { openIssuesOf } from '#test/support/review.ts'
import { backupBeforeMigrating } from './before-migrating.ts'
import { checkBackup } from './read.ts'
import { dropEverything } from './store.ts'

const NOW = () => new Date('2026-11-21T09:00:00Z')
/** Number of migrations of the first release. */
const FIRST_RELEASED = 2

let connection: Connection
let dataDir: string
beforeAll(async () => {
  connection = await openFreshDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'jara-update-'))
})
afterAll(async () => {
  await connection.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function makeFirstReleased(rows: boolean): Promise<void> {
  await connection.db.transaction(async (tx) => {
    await dropEverything(tx)
    await applyMigrations(tx, listMigrations().slice(0, FIRST_RELEASED))
    if (!rows) return
    await tx.execute(sql`insert into products (id, sku, name, description, category, price_kobo)
      values ('tee', 'TEE', 'Tee', '', 'Tees', 100000)`)
    await tx.execute(sql`insert into stock_items values ('tee', '', '', 2, 0, 1)`)
    await tx.execute(sql`insert into checkouts (id) values ('c')`)
    await tx.execute(sql`insert into orders (id, checkout_id, email, status, total_kobo, shipping_fee_kobo, shipping_place,
        full_name, phone, address, city, state, country, content_hash)
      values ('o', 'c', 'ada@example.ng', 'pending', 100000, 0, 'Lekki', 'Ada', '', '', '', '', 'Nigeria', 'x')`)
    await tx.execute(sql`insert into order_lines values ('o', 0, 'tee', 'Tee', '', '', '', 100000, 1)`)
    await tx.execute(sql`update orders set status = 'paid', paid_at = now(),
      needs_review = 'the payment is disputed; a refund was made at the provider (42)' where id = 'o'`)
    await tx.execute(sql`insert into payment_attempts (id, order_id, reference, amount_kobo, state)
      values ('a', 'o', 'jara-1', 100000, 'succeeded')`)
    await tx.execute(sql`insert into outbox (id, order_id, kind, recipient, sent_at)
      values ('m', 'o', 'order_confirmed', 'ada@example.ng', now())`)
    await tx.execute(sql`insert into stock_moves (product_id, color, size, kind, quantity, order_id)
      values ('tee', '', '', 'receive', 3, null), ('tee', '', '', 'hold', 1, 'o'), ('tee', '', '', 'sell', 1, 'o')`)
  })
}

const said: string[] = []
const update = () =>
  migrate(
    connection.db,
    backupBeforeMigrating(dataDir, NOW, (sentence) => said.push(sentence)),
  )
const stepsTaken = async () => (await listApplied(connection.db)).length

test('a shop of the first release is saved, then migrated with all its data', async () => {
  await makeFirstReleased(true)
  await update()
  expect(await stepsTaken()).toBe(listMigrations().length)
  const [saved, ...more] = await readdir(join(dataDir, 'backups'))
  expect([saved, more]).toEqual(['before-update-2026-11-21T09-00-00-000Z.jsonl.gz', []])
  expect(said).toEqual([expect.stringContaining(join(dataDir, 'backups', saved ?? ''))])
  const backup = await checkBackup(join(dataDir, 'backups', saved ?? ''))
  expect(backup.migrations).toHaveLength(FIRST_RELEASED)
  expect(backup.rows).toMatchObject({ orders: 1, order_lines: 1, stock_moves: 3, outbox: 1 })
  expect(await rowsOf(connection.db, sql`select id, status from orders`)).toEqual([
    { id: 'o', status: 'paid' },
  ])
  const payments = await rowsOf(connection.db, sql`select reference, provider from payment_attempts`)
  expect(payments).toEqual([{ reference: 'jara-1', provider: 'paystack' }])
  expect(await openIssuesOf(connection.db, 'o')).toMatchObject([
    { kind: 'disputed', detail: null },
    { kind: 'external-refund', detail: '42' },
  ])
  await checkLedger(connection.db)
  await update()
  expect(await readdir(join(dataDir, 'backups'))).toHaveLength(1)
})

test('an empty shop is not saved', async () => {
  await rm(join(dataDir, 'backups'), { recursive: true })
  await makeFirstReleased(false)
  await update()
  expect(await stepsTaken()).toBe(listMigrations().length)
  expect(await readdir(dataDir)).toEqual([])
})

test('when the backup cannot be written, nothing is changed and the reason is reported', async () => {
  await makeFirstReleased(true)
  // A file in place of the folder: fails like a read-only disk, even when root runs the tests.
  const blocked = join(dataDir, 'blocked')
  await rm(blocked, { force: true })
  await writeFile(blocked, '')
  const refused = await migrate(
    connection.db,
    backupBeforeMigrating(blocked, NOW, () => {}),
  ).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Refusal)
  expect((refused as Error).message).toMatch(/could not be written to .*blocked.*Nothing was changed\.$/s)
  expect(await stepsTaken()).toBe(FIRST_RELEASED)
})

test('a database of a newer version is refused as it is', async () => {
  await makeFirstReleased(false)
  await update()
  const newer = Date.parse('2100-01-01')
  await connection.db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer version', ${newer})`,
  )
  await expect(update()).rejects.toThrow(/migrated by a newer version/)
})
