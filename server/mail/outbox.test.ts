import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { outbox } from '#server/db/schema/mail.ts'
import {
  getOrderOf,
  mailsTo,
  passTime,
  pay,
  placeOrder,
  seedPlace,
  seedProduct,
  verify,
} from '#test/support/purchase.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { createSmtpTransport } from './smtp.ts'
import { openSmtpServer } from './smtp-server.fixture.ts'

let email: string
const shop = openShopScene(async () => {
  await seedPlace(shop.db)
  const name = 'Tee & <b>Cap</b> "Ọjà"'
  await seedProduct(shop.db, { id: 'tee', name, stock: [{ color: 'black', size: 'M', quantity: 90 }] })
})
beforeEach(() => {
  email = `${newId()}@example.com`
})

async function paidOrder(): Promise<string> {
  const reference = await placeOrder(shop, [{ productId: 'tee', quantity: 2 }], { email })
  await pay(shop, reference)
  await verify(shop, reference)
  return reference
}
const outboxOf = async (reference: string) => {
  const { order } = await getOrderOf(shop, reference)
  return shop.db.select().from(outbox).where(eq(outbox.orderId, order.id)).orderBy(asc(outbox.createdAt))
}

describe('a mail is sent once per cause', () => {
  test('even when its job runs in many processes at once', async () => {
    const reference = await paidOrder()
    let sent = 0
    const real = shop.mail.send
    shop.mail.send = async (...mail) => {
      sent += 1
      await real(...mail)
    }
    await Promise.all(Array.from({ length: 5 }, () => shop.jobs.runDue()))
    passTime(shop, 10)
    await shop.jobs.runDue()
    shop.mail.send = real
    expect(sent).toBe(1)
    expect(await mailsTo(shop, email)).toHaveLength(1)
    expect(await outboxOf(reference)).toMatchObject([{ sentAt: expect.any(Date), attempts: 1 }])
  })

  test('even when its server is slow, and another process sweeps meanwhile', async () => {
    await paidOrder()
    const real = shop.mail.send
    const isSending = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    let sent = 0
    shop.mail.send = async (...mail) => {
      sent += 1
      isSending.resolve()
      if (sent === 1) await mayEnd.promise
      await real(...mail)
    }
    const slow = shop.jobs.runDue()
    await isSending.promise
    shop.clock.now += 119_000
    await shop.jobs.runDue()
    mayEnd.resolve()
    await slow
    shop.mail.send = real
    expect(sent).toBe(1)
  })

  test('and retried with backoff while it cannot be sent', async () => {
    const reference = await paidOrder()
    const real = shop.mail.send
    shop.mail.send = async () => {
      throw new Error(`no route to ${email}`)
    }
    await shop.jobs.runDue()
    passTime(shop, 1)
    await shop.jobs.runDue()
    const [owed] = await outboxOf(reference)
    expect(owed).toMatchObject({ sentAt: null, attempts: 2, lastError: 'Error' })
    shop.mail.send = real
    await shop.jobs.runDue()
    expect(await mailsTo(shop, email)).toEqual([])
    passTime(shop, 1)
    await shop.jobs.runDue()
    expect(await mailsTo(shop, email)).toHaveLength(1)
  })

  test('even when a sender crashes after sending', async () => {
    const reference = await paidOrder()
    await shop.jobs.runDue()
    const [sent] = await outboxOf(reference)
    await shop.db
      .update(outbox)
      .set({ sentAt: null, payload: { reference }, claimedUntil: new Date(shop.clock.now) })
      .where(eq(outbox.id, sent!.id))
    passTime(shop, 3)
    await shop.jobs.runDue()
    expect(await outboxOf(reference)).toMatchObject([{ sentAt: expect.any(Date) }])
    expect(await mailsTo(shop, email)).toHaveLength(1)
  })
})

describe('a confirmed order', () => {
  test('lists the goods, prices and address, in HTML and text', async () => {
    const reference = await paidOrder()
    await shop.jobs.runDue()
    const [mail] = await mailsTo(shop, email)
    const { order } = await getOrderOf(shop, reference)
    const number = order.id.slice(-5).toUpperCase()
    expect(mail?.subject).toBe(`Order #${number} is confirmed`)
    for (const part of [
      '₦25,000',
      '₦3,000',
      '₦28,000',
      reference,
      '12 Admiralty Way',
      'Eti-Osa, Lagos',
      '+2348031234567',
    ]) {
      expect(mail?.textBody).toContain(part)
      expect(mail?.htmlBody).toContain(part)
    }
    expect(mail?.textBody).toContain('2 x Tee & <b>Cap</b> "Ọjà" (black, M): ₦25,000')
    expect(mail?.textBody).toContain(`http://localhost:3000/receipt/${order.id}.`)
  })

  test('escapes what was typed', async () => {
    await paidOrder()
    await shop.jobs.runDue()
    const [mail] = await mailsTo(shop, email)
    expect(mail?.htmlBody).toContain('Tee &amp; &lt;b&gt;Cap&lt;/b&gt; &quot;Ọjà&quot;')
    expect(mail?.htmlBody).not.toContain('<b>Cap')
    expect(mail?.htmlBody).not.toMatch(/\[object|undefined|NaN/)
  })
})

test('an expired order is reported once, by its kind', async () => {
  const reference = await placeOrder(shop, [{ productId: 'tee' }], { email })
  passTime(shop, 31)
  await shop.jobs.runDue()
  await shop.jobs.runDue()
  const [mail, ...others] = await mailsTo(shop, email)
  expect(others).toEqual([])
  const { order } = await getOrderOf(shop, reference)
  expect(mail?.subject).toBe(`Order #${order.id.slice(-5).toUpperCase()} was not paid in time`)
})

test('while the SMTP server is down a mail waits, and is sent once when it is back', async () => {
  const before = await openSmtpServer()
  await before.close()
  const realSend = shop.mail.send
  const url = `smtp://127.0.0.1:${before.port}`
  shop.mail.send = createSmtpTransport({ url, from: 'Jara <orders@jara.example>' }).send
  try {
    const reference = await paidOrder()
    await shop.jobs.runDue()
    expect((await outboxOf(reference))[0]).toMatchObject({ sentAt: null, attempts: 1 })
    const after = await openSmtpServer(before.port)
    passTime(shop, 5)
    await shop.jobs.runDue()
    passTime(shop, 60)
    await shop.jobs.runDue()
    await after.close()
    expect(after.received.filter((raw) => raw.includes(`To: ${email}`))).toHaveLength(1)
    expect((await outboxOf(reference))[0]?.sentAt).not.toBeNull()
  } finally {
    shop.mail.send = realSend
  }
})

test.each([
  ['verify_email', { isReplaced: false }],
  ['reset_password', { code: '' }],
  ['back_in_stock', { productId: 'tee', color: 'black', size: 'M' }],
] as const)(
  'a mail %s with the payload %j is not sent, and is retried as a failure',
  async (kind, payload) => {
    const id = newId()
    await shop.db.insert(outbox).values({ id, kind, recipient: email, payload, createdAt: shop.now() })
    passTime(shop, 1)
    await shop.jobs.runDue()
    expect(await mailsTo(shop, email)).toEqual([])
    expect(await shop.db.select().from(outbox).where(eq(outbox.id, id))).toMatchObject([
      { sentAt: null, givenUpAt: null, attempts: 1, lastError: 'MailPayloadError' },
    ])
  },
)
