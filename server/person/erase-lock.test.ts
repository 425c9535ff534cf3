import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '#server/db/connection.ts'
import { directClient } from '#server/db/pool.ts'
import * as schema from '#server/db/schema.ts'
import { type PostgresServer, startPostgres } from '#test/support/postgres.mjs'
import { addProducts } from '#test/support/product.ts'
import { erasePerson } from './erase.ts'

let server: PostgresServer
// Without the session limits, since test machines can be slow.
let eraser: pg.Client
let shopper: pg.Client
let observer: pg.Client
beforeAll(async () => {
  server = await startPostgres()
  await (await openPostgres(server.url, 1)).close()
  ;[eraser, shopper, observer] = [
    directClient(server.url),
    directClient(server.url),
    directClient(server.url),
  ]
  for (const client of [eraser, shopper, observer]) await client.connect()
})
afterAll(async () => {
  for (const client of [eraser, shopper, observer]) await client.end()
  await server.stop()
})

test('a review that is being written while its author is erased is erased too', async () => {
  const db = drizzle(eraser)
  const email = 'ada@example.ng'
  await addProducts(db, [{ id: 'tee' }])
  await db.insert(schema.users).values({ id: 'ada', email, fullName: 'Ada Obi', passwordHash: 'x' })
  await shopper.query('begin')
  await shopper.query(
    `insert into reviews (id, product_id, user_id, user_name, rating, comment) values ('r', 'tee', 'ada', 'Ada Obi', 5, 'Good')`,
  )
  await shopper.query(
    `update products set rating_sum = rating_sum + 5, rating_count = rating_count + 1 where id = 'tee'`,
  )
  const erasing = erasePerson(db, email, { appSecret: 'x', actor: 'ngozi', now: new Date() })
  await expect
    .poll(async () => (await observer.query('select 1 from pg_locks where not granted')).rows.length)
    .toBeGreaterThan(0)
  await shopper.query('commit')
  expect(await erasing).toMatchObject({ accounts: 1, reviews: 1 })
  expect(await db.select().from(schema.reviews)).toEqual([])
  const { ratingSum, ratingCount } = schema.products
  expect(
    await db.select({ ratingSum, ratingCount }).from(schema.products).where(eq(schema.products.id, 'tee')),
  ).toEqual([{ ratingSum: 0, ratingCount: 0 }])
})
