import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveResetTicket } from '#server/auth/account.ts'
import { HASH_COST } from '#server/auth/argon2.ts'
import { makeCode } from '#server/auth/code.ts'
import { insertCode } from '#server/auth/code-store.ts'
import { lockEmail, putUnverifiedAccount } from '#server/auth/store.ts'
import type { Database } from '#server/db/connection.ts'
import { newId } from '#server/db/id.ts'
import { directClient } from '#server/db/pool.ts'
import { products, reviews } from '#server/db/schema/catalogue.ts'
import { codes, users } from '#server/db/schema/person.ts'
import { stockAlerts } from '#server/db/schema/stock.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { storeAlert } from '#server/stock-alert/store.ts'
import type { CodePurpose } from '#shared/contract/auth.ts'
import { createFreshDatabase, type TestDatabase } from '#test/support/fresh-database.ts'
import { untilLockWait } from '#test/support/lock-wait.ts'
import { addOrder } from '#test/support/order.ts'
import { addProducts } from '#test/support/product.ts'
import { erasePerson } from './erase.ts'

let database: TestDatabase
// Without the session limits, since test machines can be slow.
let eraser: pg.Client
let shopper: pg.Client
let observer: pg.Client
beforeAll(async () => {
  database = await createFreshDatabase()
  const { url } = database
  ;[eraser, shopper, observer] = [directClient(url), directClient(url), directClient(url)]
  for (const client of [eraser, shopper, observer]) await client.connect()
  await addProducts(drizzle(eraser), [{ id: 'tee' }])
})
afterAll(async () => {
  for (const client of [eraser, shopper, observer]) await client.end()
  await database.drop()
})

/** Begins to erase somebody, and returns what comes of it once the erasure waits for the shopper's transaction. */
async function eraseWaiting(email: string) {
  const erasing = erasePerson(drizzle(eraser), email, { appSecret: 'x', actor: 'ngozi', now: new Date() })
  const outcome = erasing.catch((error: unknown) => error)
  await untilLockWait(drizzle(observer))
  return { outcome }
}

test('a review that is being written while its author is erased is erased too', async () => {
  const db = drizzle(eraser)
  const email = 'ada@example.ng'
  await db.insert(users).values({ id: 'ada', email, fullName: 'Ada Obi', passwordHash: 'x' })
  await shopper.query('begin')
  await shopper.query(
    `insert into reviews (id, product_id, user_id, user_name, rating, comment) values ('r', 'tee', 'ada', 'Ada Obi', 5, 'Good')`,
  )
  await shopper.query(
    `update products set rating_sum = rating_sum + 5, rating_count = rating_count + 1 where id = 'tee'`,
  )
  const { outcome } = await eraseWaiting(email)
  await shopper.query('commit')
  expect(await outcome).toMatchObject({ accounts: 1, reviews: 1 })
  expect(await db.select().from(reviews)).toEqual([])
  const { ratingSum, ratingCount } = products
  expect(await db.select({ ratingSum, ratingCount }).from(products).where(eq(products.id, 'tee'))).toEqual([
    { ratingSum: 0, ratingCount: 0 },
  ])
})

test('an order that is being placed while its buyer is erased keeps the erasure waiting for its payment', async () => {
  const db = drizzle(eraser)
  const email = 'obi@example.ng'
  await db.insert(users).values({ id: 'obi', email, fullName: 'Obi Eze', passwordHash: 'x' })
  await shopper.query('begin')
  await addOrder({ db: drizzle(shopper), now: () => new Date() }, { email: 'gift@example.ng', userId: 'obi' })
  const { outcome } = await eraseWaiting(email)
  await shopper.query('commit')
  expect(await outcome).toMatchObject({ message: expect.stringContaining('is waiting for its payment') })
  expect(await db.$count(users, eq(users.id, 'obi'))).toBe(1)
})

const settings = { appSecret: 'x', hashCost: HASH_COST, rateLimits: true }
const now = () => new Date()

async function addCode(db: Database, email: string, purpose: CodePurpose): Promise<string> {
  const { code, codeHash } = await makeCode(settings, purpose, email)
  const expiresAt = new Date(Date.now() + 600_000)
  await insertCode(db, { email, device: null, purpose, codeHash, createdAt: now(), expiresAt })
  return code
}

type Act = (db: Database, email: string, code: string) => Promise<unknown>

test.each<[string, Act]>([
  [
    'signs up',
    async (db, email) => {
      await lockEmail(db, email)
      await putUnverifiedAccount(db, { email, fullName: 'Ada Obi', passwordHash: 'x' }, now())
      await addCode(db, email, 'verify_email')
    },
  ],
  [
    'exchanges a code for a ticket',
    (db, email, otp) =>
      giveResetTicket({ db, now, settings } as Dependencies, {
        email,
        otp,
        device: { id: 'any', isNew: true },
      }),
  ],
  [
    'asks for a stock alert',
    (db, email) => storeAlert(db, { email, productId: 'tee', color: 'black', size: 'M' }, now()),
  ],
])('nothing is left of somebody who %s while they are erased', async (_, act) => {
  const db = drizzle(eraser)
  const email = `${newId()}@example.ng`
  const code = await addCode(db, email, 'reset_password')
  const { outcome } = await drizzle(shopper).transaction(async (tx) => {
    await act(tx as unknown as Database, email, code)
    return eraseWaiting(email)
  })
  expect(await outcome).not.toBeInstanceOf(Error)
  for (const table of [users, codes, stockAlerts]) {
    expect(await db.$count(table, eq(table.email, email))).toBe(0)
  }
})
