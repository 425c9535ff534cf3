import { asc, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { outbox } from '#server/db/schema/mail.ts'
import { DAY_MS } from '#shared/duration.ts'
import { addOrder } from '#test/support/order.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const shop = openShopScene()

test('a finished mail without an order is deleted after 90 days; a mail about an order is kept with it', async () => {
  const { id: orderId } = await addOrder(shop, { email: 'ada@example.ng', status: 'paid' })
  const at = shop.now()
  const later = new Date(at.getTime() + 1)
  const mails: [string, Partial<typeof outbox.$inferInsert>][] = [
    ['sent', { sentAt: at }],
    ['given-up', { givenUpAt: at }],
    ['younger', { sentAt: later, createdAt: later }],
    ['of-an-order', { sentAt: at, orderId, kind: 'order_confirmed' }],
    // Claimed by a sender.
    ['owed', { claimedUntil: new Date(at.getTime() + 365 * DAY_MS) }],
  ]
  for (const [name, mail] of mails) {
    await shop.db.insert(outbox).values({
      id: newId(),
      kind: 'password_changed',
      recipient: `${name}@example.ng`,
      createdAt: at,
      ...mail,
    })
  }
  await shop.db.execute(sql`insert into ${outbox} (id, kind, recipient, sent_at, created_at)
    select 'many-' || n, 'back_in_stock', 'many@example.ng', now(), ${at.toISOString()}::timestamptz
    from generate_series(1, 2500) n`)
  shop.clock.now += 90 * DAY_MS
  await shop.jobs.runDue()
  expect(await shop.db.$count(outbox)).toBe(mails.length + 2_500)
  shop.clock.now += 1
  await shop.jobs.runDue()
  const left = await shop.db.select().from(outbox).orderBy(asc(outbox.recipient))
  expect(left.map((mail) => mail.recipient)).toEqual([
    'of-an-order@example.ng',
    'owed@example.ng',
    'younger@example.ng',
  ])
})
