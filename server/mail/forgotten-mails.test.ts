import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { outbox } from '#server/db/schema/mail.ts'
import { erasePerson } from '#server/person/erase.ts'
import { DAY_MS, HOUR_MS } from '#shared/duration.ts'
import { addOrder } from '#test/support/order.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { listSentMails, markMailSent } from './store.ts'

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

test('what a mail about an order said stays with it for 180 days, and of no other mail', async () => {
  const { id: orderId } = await addOrder(shop, { email: 'said@example.ng', status: 'paid' })
  const sent = { subject: 'Order #1 is on its way', text: 'DHL brings it.' }
  for (const [id, about] of [
    ['about-order', orderId],
    ['about-none', null],
  ] as const) {
    const mail = { id, orderId: about, kind: 'order_sent', createdAt: shop.now() } as const
    await shop.db.insert(outbox).values({ ...mail, recipient: 'said@example.ng' })
    await markMailSent(shop.db, id, sent, shop.now())
  }
  const textOf = async (id: string) => {
    const [row] = await shop.db.select().from(outbox).where(eq(outbox.id, id))
    return row && [row.sentSubject, row.sentText]
  }
  expect([await textOf('about-order'), await textOf('about-none')]).toEqual([
    [sent.subject, sent.text],
    [null, null],
  ])
  shop.clock.now += 180 * DAY_MS
  await shop.jobs.runDue()
  expect(await textOf('about-order')).toEqual([sent.subject, sent.text])
  shop.clock.now += 1 + HOUR_MS
  await shop.jobs.runDue()
  expect(await textOf('about-order')).toEqual([null, null])
  expect(await listSentMails(shop.db, orderId)).toHaveLength(1)
})

test('of somebody who is erased while a mail is sent, nothing that it said is kept', async () => {
  const { id: orderId } = await addOrder(shop, { email: 'gone@example.ng', status: 'paid' })
  const mail = { id: 'gone', orderId, kind: 'order_sent', createdAt: shop.now() } as const
  await shop.db.insert(outbox).values({ ...mail, recipient: 'gone@example.ng' })
  const { appSecret } = shop.settings
  await erasePerson(shop.db, 'gone@example.ng', { appSecret, actor: 'ngozi', now: shop.now() })
  await markMailSent(shop.db, 'gone', { subject: 'Ada, it is here', text: 'Ada Obi' }, shop.now())
  expect(await listSentMails(shop.db, orderId)).toMatchObject([{ subject: null, text: null }])
})
