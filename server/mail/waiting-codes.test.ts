import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { addAccount } from '#test/support/account.ts'
import { passTime, seedProduct } from '#test/support/purchase.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { queueMail } from './outbox.ts'
import { insertMail } from './store.ts'

/** More than one batch of a queue, and than one sweep. */
const ALERTS = 45
const CODE = 'code@example.ng'

let shop: TestShop
/** The recipients in the order in which they were sent to. */
let sentTo: string[]
beforeAll(async () => {
  shop = await openTestShop({ mail: { send: async (_id, { recipient }) => void sentTo.push(recipient) } })
  await seedProduct(shop.db, { id: 'tee' })
  await addAccount(shop, CODE)
})
beforeEach(() => {
  sentTo = []
})
afterAll(() => shop.close())

const alert = () => ({
  kind: 'back_in_stock' as const,
  recipient: 'waits@example.ng',
  orderId: null,
  payload: { productId: 'tee', color: 'black', size: 'M', alertId: newId() },
  createdAt: shop.now(),
})

test('a code does not wait for the mails of a large restock', async () => {
  for (let queued = 0; queued < ALERTS; queued++) await queueMail(shop.db, shop.jobs, alert())
  await shop.call('POST', '/api/auth/forgot-password', { email: CODE })
  await shop.jobs.runDue()
  expect(sentTo).toHaveLength(ALERTS + 1)
  expect(sentTo[0]).toBe(CODE)
})

test('not even if all of them have lost their jobs', async () => {
  for (let queued = 0; queued < ALERTS; queued++) await insertMail(shop.db, { ...alert(), id: newId() })
  passTime(shop, 1)
  const payload = { code: '123456', isReplaced: false }
  const code = { kind: 'reset_password' as const, recipient: CODE, orderId: null, payload }
  await insertMail(shop.db, { ...code, createdAt: shop.now(), id: newId() })
  passTime(shop, 1)
  await shop.jobs.runDue()
  expect(sentTo[0]).toBe(CODE)
})
