import { beforeEach, expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { outbox } from '#server/db/schema/mail.ts'
import { addAccount } from '#test/support/account.ts'
import { passTime, seedProduct } from '#test/support/purchase.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { queueMail } from './outbox.ts'
import { insertMail } from './store.ts'

/** More than one batch of a queue, and than one sweep. */
const ALERTS = 45
const CODE = 'code@example.ng'
/** A sweep sends so many at once, in whatever order they then arrive. */
const SWEPT_AT_ONCE = 5
/** Its server confirms no mail before the code is sent. */
const SLOW = 'slow@example.ng'

/** The recipients in the order in which they were sent to. */
let sentTo: string[]
let codeIsSent: PromiseWithResolvers<void>
const send = async (_id: string, { recipient }: { recipient: string }) => {
  if (recipient === SLOW) await codeIsSent.promise
  if (recipient === CODE) codeIsSent.resolve()
  sentTo.push(recipient)
}
const shop = openShopScene(
  async (opened) => {
    await seedProduct(opened.db, { id: 'tee' })
    await addAccount(opened, CODE)
  },
  { mail: { send } },
)
beforeEach(async () => {
  await shop.db.delete(outbox)
  sentTo = []
  codeIsSent = Promise.withResolvers()
})

const alert = () => ({
  kind: 'back_in_stock' as const,
  recipient: 'waits@example.ng',
  orderId: null,
  payload: { productId: 'tee', color: 'black', size: 'M', alertId: newId() },
  createdAt: shop.now(),
})

const code = (recipient: string) => ({
  kind: 'reset_password' as const,
  recipient,
  orderId: null,
  payload: { code: '123456', isReplaced: false },
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
  await insertMail(shop.db, { ...code(CODE), id: newId() })
  passTime(shop, 1)
  await shop.jobs.runDue()
  expect(sentTo.slice(0, SWEPT_AT_ONCE)).toContain(CODE)
})

test('nor for a mail to a slow server, before it or at the same time', async () => {
  for (const recipient of [SLOW, SLOW, SLOW, CODE]) {
    await insertMail(shop.db, { ...code(recipient), id: newId() })
    shop.clock.now += 1_000
  }
  passTime(shop, 1)
  await shop.jobs.runDue()
  expect(sentTo).toEqual([CODE, SLOW, SLOW, SLOW])
})
