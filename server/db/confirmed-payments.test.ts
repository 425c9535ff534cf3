import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropEverything } from '#server/backup/store.ts'
import { openFreshDatabase } from '#test/support/fresh-database.ts'
import type { Connection } from './connection.ts'
import { applyMigrations, listMigrations, migrate } from './migrate.ts'
import { rowsOf } from './rows.ts'

/** Number of migrations before orders knew when they became paid here. */
const BEFORE = 16

let connection: Connection
beforeAll(async () => {
  connection = await openFreshDatabase()
  await connection.db.transaction(async (tx) => {
    await dropEverything(tx)
    await applyMigrations(tx, listMigrations().slice(0, BEFORE))
    await tx.execute(sql`insert into products (id, sku, name, description, category, price_kobo)
      values ('tee', 'TEE', 'Tee', '', 'Tees', 100000)`)
    for (const [id, status] of [
      ['sold', 'paid'],
      ['taken', 'paid'],
      ['bare', 'paid'],
      ['open', 'pending'],
      ['gone', 'cancelled'],
    ]) {
      const paidAt = status === 'paid' ? '2026-11-09T09:00Z' : null
      await tx.execute(sql`insert into checkouts (id) values (${id})`)
      await tx.execute(sql`insert into orders (id, checkout_id, email, status, total_kobo, shipping_fee_kobo, shipping_place,
          full_name, phone, address, city, state, country, content_hash, paid_at)
        values (${id}, ${id}, 'ada@example.ng', ${status}, 100000, 0, 'Lekki', 'Ada', '', '', '', '', 'Nigeria', 'x', ${paidAt})`)
    }
    await tx.execute(sql`insert into stock_moves (product_id, color, size, kind, quantity, order_id, created_at) values
      ('tee', 'black', 'M', 'hold', 1, 'sold', '2026-11-09T08:00Z'), ('tee', 'black', 'M', 'sell', 1, 'sold', '2026-11-10T10:00Z'),
      ('tee', 'black', 'L', 'hold', 1, 'sold', '2026-11-09T08:00Z'), ('tee', 'black', 'L', 'sell', 1, 'sold', '2026-11-10T10:00Z'),
      ('tee', 'black', 'M', 'take', 1, 'taken', '2026-11-11T10:00Z')`)
  })
  await migrate(connection.db)
})
afterAll(() => connection.close())

test('a paid order was confirmed when its goods were sold, or else when it was paid', async () => {
  const rows = await rowsOf<{ id: string; at: string | null }>(
    connection.db,
    sql`select id, to_char(confirmed_at at time zone 'UTC', 'DD HH24:MI') as at from orders order by id`,
  )
  expect(rows).toEqual([
    { id: 'bare', at: '09 09:00' },
    { id: 'gone', at: null },
    { id: 'open', at: null },
    { id: 'sold', at: '10 10:00' },
    { id: 'taken', at: '11 10:00' },
  ])
})

test.each([
  ['a paid order without it', sql`update orders set status = 'paid', paid_at = now() where id = 'open'`],
  ['an unpaid order with it', sql`update orders set confirmed_at = now() where id = 'gone'`],
  ['another one', sql`update orders set confirmed_at = now() where id = 'sold'`],
])('the database refuses %s', async (_, statement) => {
  await expect(connection.db.execute(statement)).rejects.toThrow()
})
