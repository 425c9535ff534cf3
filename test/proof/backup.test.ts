import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { restoreBackup } from '#server/backup/restore.ts'
import { writeBackup } from '#server/backup/write.ts'
import { type Connection, type Database, openPostgres } from '#server/db/connection.ts'
import { countOtherShops } from '#server/db/other-shops.ts'
import { createFolderStore } from '#server/pictures/picture-store.ts'
import { createFreshDatabase } from '#test/support/fresh-database.ts'
import { checkLedger } from '#test/support/ledger.ts'
import { prove, sized } from '#test/support/proof.ts'
import { seedPlace, seedProduct } from '#test/support/purchase.ts'
import { rowsByTable } from '#test/support/rows.ts'

const ORDERS = sized({ quick: 200, whole: 100_000 })
const NOW = new Date('2026-11-20T09:00:00Z')

let folder: string
const open: (() => Promise<void>)[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jara-backup-'))
})
afterAll(async () => {
  for (const close of open) await close()
  await rm(folder, { recursive: true, force: true })
})

let databaseUrl = ''
async function openDatabase(): Promise<Connection> {
  const database = await createFreshDatabase()
  databaseUrl = database.url
  const connection = await openPostgres(database.url, 4)
  open.push(async () => {
    await connection.close()
    await database.drop()
  })
  return connection
}

/** Inserts paid and cancelled orders as the shop leaves them, with their lines, payments, stock moves and mails. */
async function sellMuch(db: Database): Promise<void> {
  await seedPlace(db)
  await seedProduct(db, { id: 'tee', stock: [{ color: 'black', size: 'M', quantity: ORDERS }] })
  const each = sql`generate_series(1, ${ORDERS}::int) as n`
  for (const statement of [
    sql`insert into checkouts (id, created_at) select 'c' || n, now() from ${each}`,
    sql`insert into orders (id, checkout_id, email, total_kobo, shipping_fee_kobo, shipping_place, full_name, phone, address,
        city, state, country, content_hash) select 'o' || n, 'c' || n, 'buyer' || n || '@example.ng', 1250000, 0, 'Lekki',
        'Ọlá "Ada" Òbí ' || n, '+2348031234567', n || ' Admiralty\nWay', 'Eti-Osa', 'Lagos', 'Nigeria', md5(n::text) from ${each}`,
    sql`insert into order_lines select 'o' || n, 0, 'tee', 'Tee', '/pictures/tee.jpg', 'black', 'M', 1250000, 1 from ${each}`,
    sql`insert into payment_attempts (id, order_id, provider, reference, amount_kobo, state, customer) select 'a' || n, 'o' || n, 'paystack', 'jara-' || n,
        1250000, case when n % 4 = 0 then 'expired' else 'succeeded' end, jsonb_build_object('first_name', 'Ada', 'n', n) from ${each}`,
    sql`insert into stock_moves (product_id, color, size, kind, quantity, order_id) select 'tee', 'black', 'M', kind, 1, 'o' || n
        from ${each}, lateral (values ('hold'), (case when n % 4 = 0 then 'release' else 'sell' end)) as move(kind)`,
    sql`insert into outbox (id, order_id, kind, recipient, payload, sent_at) select 'm' || n, 'o' || n,
        case when n % 4 = 0 then 'order_cancelled' else 'order_confirmed' end, 'buyer' || n || '@example.ng', '{}', now() from ${each}`,
    sql`update orders set status = case when substr(id, 2)::int % 4 = 0 then 'cancelled' else 'paid' end,
        paid_at = case when substr(id, 2)::int % 4 = 0 then null else now() end,
        confirmed_at = case when substr(id, 2)::int % 4 = 0 then null else now() end`,
    sql`update stock_items set sold = (select count(*) from orders where status = 'paid'),
        available = available - (select count(*) from orders where status = 'paid')`,
    sql`insert into users (id, email, full_name, password_hash) values ('ada', 'ada@example.ng', 'Ada', 'none')`,
    sql`insert into sessions (token_hash, user_id, expires_at) values ('hash', 'ada', now() + interval '30 days')`,
    sql`insert into codes (id, email, purpose, code_hash, expires_at)
        values ('code', 'ada@example.ng', 'reset_password', 'hash', now() + interval '10 minutes')`,
  ]) {
    await db.execute(statement)
  }
}

/** A restore is refused while another shop process has the database open. */
async function refusedWhileOpen(db: Database, restore: () => Promise<unknown>): Promise<void> {
  const shop = await openPostgres(databaseUrl, 2)
  await shop.db.execute(sql`select 1`)
  await expect(restore()).rejects.toThrow('A shop is open on this database.')
  await shop.close()
  // The server notices a closed connection a moment later.
  await expect.poll(() => countOtherShops(db)).toBe(0)
}

test('a shop moves to another database and on to a third, byte for byte', () =>
  prove(async () => {
    const times: string[] = []
    const timed = async (what: string, run: () => Promise<unknown>) => {
      const start = performance.now()
      await run()
      times.push(`${what} ${((performance.now() - start) / 1000).toFixed(1)} s`)
    }
    const first = await openDatabase()
    await sellMuch(first.db)
    await checkLedger(first.db)
    const original = await rowsByTable(first.db)
    let from = first
    for (const name of ['the second', 'the third']) {
      const file = join(folder, `to-${name}.jsonl.gz`)
      const to = await openDatabase()
      await timed(`written for ${name}`, () => writeBackup({ db: from.db, file, now: NOW }))
      const restore = () =>
        restoreBackup({
          db: to.db,
          file,
          pictureStore: createFolderStore(folder),
          actor: 'proof',
          now: NOW,
        })
      await refusedWhileOpen(to.db, restore)
      await timed(`restored into ${name}`, restore)
      times.push(`${((await stat(file)).size / 1e6).toFixed(1)} MB`)
      await checkLedger(to.db)
      // A restore writes its own record, and ends sessions and codes: they may have ended since the backup.
      const { audit_log: record, sessions, codes, ...rows } = await rowsByTable(to.db)
      const { audit_log: _, sessions: __, codes: ___, ...originalRows } = original
      expect(rows).toEqual(originalRows)
      expect([sessions, codes]).toEqual([[], []])
      expect(record?.every((row) => row.includes('backup.restore'))).toBe(true)
      from = to
    }
    return {
      invariants: 'I1, I3, I27',
      what: 'Back up a shop and restore it into another database, twice: every table compared byte for byte, except sessions and codes, which end',
      count: ORDERS,
      unit: 'orders',
      found: times.join(', '),
    }
  }))
