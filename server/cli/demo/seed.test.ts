import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { count, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandbox } from '#sandbox/sandbox.ts'
import { mailbox } from '#server/db/schema/mail.ts'
import { orders } from '#server/db/schema/order.ts'
import { returnPhotos, returnRequests } from '#server/db/schema/return.ts'
import { stockItems } from '#server/db/schema/stock.ts'
import { listOpenIssues } from '#server/order/issue-list-store.ts'
import { createPaystack } from '#server/payment/paystack/paystack.ts'
import { refundOrder } from '#server/payment/refund/refund-order.ts'
import { comparePayments } from '#server/payment/settle/compare.ts'
import { DAY_MS, HOUR_MS } from '#shared/duration.ts'
import { COUNTRY } from '#shared/nigeria.ts'
import { checkLedger } from '#test/support/ledger.ts'
import { seedPlace, seedProduct } from '#test/support/purchase.ts'
import { openTestShop, PROVIDER_KEY, type TestShop } from '#test/support/shop.ts'
import { seedDemoOrders } from './seed.ts'

const PUBLIC_URL = 'http://localhost:3000'
const folder = mkdtempSync(join(tmpdir(), 'jara-demo-'))
let shop: TestShop
let sandbox: ReturnType<typeof createSandbox>
const left = async () => (await shop.db.select().from(stockItems)).map(({ available }) => available)
let leftBefore: number[] = []

beforeAll(async () => {
  const provider = createPaystack({
    secretKey: PROVIDER_KEY,
    baseUrl: `${PUBLIC_URL}/sandbox`,
    sandboxOrigin: PUBLIC_URL,
    fetch: async (url, init) => sandbox.app.request(url.replace(`${PUBLIC_URL}/sandbox`, ''), init),
  })
  shop = await openTestShop({ provider })
  await seedPlace(shop.db, { place: `All of ${COUNTRY}`, amount: 300_000 })
  for (let number = 0; number < 9; number++) {
    const stock = ['S', 'M'].map((size) => ({ color: 'black', size, quantity: 5 }))
    await seedProduct(shop.db, { id: `p${number}`, stock, price: 1_000_000 + number * 50 })
  }
  leftBefore = await left()
  await seedDemoOrders(shop, { dataDir: folder, publicUrl: PUBLIC_URL }, () => {})
  const now = shop.now
  sandbox = createSandbox({
    secretKey: PROVIDER_KEY,
    publicUrl: `${PUBLIC_URL}/sandbox`,
    folder: join(folder, 'sandbox'),
    now,
  })
})
afterAll(async () => {
  await sandbox.stop()
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the demo has traded: orders in every state, stock as the catalogue has it, books that agree', async () => {
  const states = await shop.db
    .select({ status: orders.status, count: count() })
    .from(orders)
    .groupBy(orders.status)
  expect(Object.fromEntries(states.map(({ status, count }) => [status, count]))).toEqual({
    pending: 2,
    paid: 93,
    cancelled: 15,
    failed: 10,
  })
  await checkLedger(shop.db)
  expect(await left()).toEqual(leftBefore)
  const issues = await listOpenIssues(shop.db, shop.now())
  expect(issues.map(({ issue }) => issue.kind).toSorted()).toEqual([
    'late',
    'refund-asked',
    'return-asked',
    'review',
  ])
  const returns = await shop.db.select().from(returnRequests)
  expect(returns.map(({ wish, state }) => [wish, state]).toSorted()).toEqual([
    ['exchange', 'asked'],
    ['refund', 'approved'],
  ])
  expect(await shop.db.$count(returnPhotos)).toBe(1)
})

test('the sandbox says the same of every payment; jobs settle nothing, and write to nobody', async () => {
  const said: unknown[] = []
  let compared = 0
  for await (const { reference, differs } of comparePayments(shop, { since: new Date(0) })) {
    compared += 1
    if (differs !== false) said.push(reference)
  }
  expect(said).toEqual([])
  expect(compared).toBeGreaterThan(90)
  await shop.jobs.runDue()
  await shop.jobs.runDue()
  expect(await shop.db.$count(mailbox)).toBe(0)
  expect(await listOpenIssues(shop.db, shop.now())).toHaveLength(4)
})

test('a demo order can be refunded, and an unpaid one runs out without a mail', async () => {
  const paid = (await shop.db.select().from(orders)).find(
    ({ status, createdAt }) => status === 'paid' && shop.clock.now - createdAt.getTime() < 3 * DAY_MS,
  )
  const refund = await refundOrder(shop, {
    orderId: paid?.id ?? '',
    amount: undefined,
    reason: 'torn',
    actor: 'ngozi',
  })
  expect(refund.state).toBe('sent')
  shop.clock.now += 2 * HOUR_MS
  await shop.jobs.runDue()
  await checkLedger(shop.db)
  expect(await shop.db.$count(orders, eq(orders.status, 'pending'))).toBe(0)
  const mails = await shop.db.select({ subject: mailbox.subject }).from(mailbox)
  expect(mails).toEqual([{ subject: expect.stringMatching(/^We are returning/) }])
})
