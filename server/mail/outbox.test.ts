import { asc, eq } from 'drizzle-orm'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '#server/db/id.ts'
import { mailbox, outbox } from '#server/db/schema.ts'
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
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { readPayload } from './payload.ts'
import { createSmtpTransport } from './smtp.ts'
import { RecipientRefusedError } from './transport.ts'

let shop: TestShop
let email: string
beforeAll(async () => {
  shop = await openTestShop()
  await seedPlace(shop.db)
  const name = 'Tee & <b>Cap</b> "Ọjà"'
  await seedProduct(shop.db, { id: 'tee', name, stock: [{ color: 'black', size: 'M', quantity: 90 }] })
})
beforeEach(() => {
  email = `${newId()}@example.com`
})
afterAll(() => shop.close())

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
    expect(mail?.textBody).toContain('2 x Tee & <b>Cap</b> "Ọjà" (black / M): ₦25,000')
    expect(mail?.textBody).toContain(`http://localhost:3000/orders/${order.id}`)
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

/** A real SMTP server that records the mails it receives, or refuses every recipient with `refuseWith`. Port 0 means any. */
async function openSmtpServer(wantedPort = 0, refuseWith?: number) {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) => {
      if (refuseWith === undefined) done()
      else done(Object.assign(new Error('No such mailbox'), { responseCode: refuseWith }))
    },
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString('utf8'))
        done()
      })
    },
  })
  const port = await new Promise<number>((listening) => {
    const http = server.listen(wantedPort, '127.0.0.1', () => {
      const address = http.address()
      listening(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  const close = () => new Promise<void>((closed) => server.close(closed))
  return { received, port, close }
}

test('over SMTP a mail arrives complete, with a Message-ID that a resend repeats', async () => {
  const server = await openSmtpServer()
  const smtp = createSmtpTransport({
    url: `smtp://127.0.0.1:${server.port}`,
    from: 'Jara <orders@jara.example>',
  })
  const mail = {
    recipient: 'ada@example.com',
    subject: 'Order #AB1C2',
    text: 'Ọjà: ₦12,500',
    html: '<p>Ọjà</p>',
  }
  await smtp.send('outbox-1', mail)
  await smtp.send('outbox-1', mail)
  const stopUrl = 'https://jara.example/api/stock-alert/1/stop'
  await smtp.send('outbox-2', { ...mail, stopUrl })
  await server.close()
  const [one, two, withStop] = server.received
  expect(one).not.toContain('List-Unsubscribe')
  expect(withStop).toContain(`List-Unsubscribe: <${stopUrl}>`)
  expect(withStop).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  for (const raw of [one, two]) {
    expect(raw).toContain('Message-ID: <outbox-1@jara.example>')
    expect(raw).toContain('To: ada@example.com')
    expect(raw).toContain('From: Jara <orders@jara.example>')
    expect(raw).toMatch(/multipart\/alternative/)
  }
})

test('while the SMTP server is down a mail waits, and is sent once when it is back', async () => {
  const before = await openSmtpServer()
  await before.close()
  const kept = shop.mail.send
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
    shop.mail.send = kept
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

test('an order mail without a payment reference is not sent', async () => {
  const reference = await paidOrder()
  const [owed] = await outboxOf(reference)
  await shop.db.update(outbox).set({ payload: {} }).where(eq(outbox.id, owed!.id))
  await shop.jobs.runDue()
  expect(await outboxOf(reference)).toMatchObject([{ sentAt: null, lastError: 'MailPayloadError' }])
})

test('the error of an invalid payload names the kind and the fields, never their values', () => {
  const schema = z.object({ code: z.string().min(1), isReplaced: z.boolean() })
  const payload = { code: '', isReplaced: 'secret' }
  expect(() => readPayload({ kind: 'verify_email', payload }, schema)).toThrow(
    /^The payload of a mail verify_email is invalid: code, isReplaced$/,
  )
})

describe('a mail that can never be delivered', () => {
  test.each([
    [550, true],
    [450, false],
  ])('a response of %i to the recipient is a permanent refusal: %s', async (code, isForGood) => {
    const server = await openSmtpServer(0, code)
    const smtp = createSmtpTransport({
      url: `smtp://127.0.0.1:${server.port}`,
      from: 'Jara <orders@jara.example>',
    })
    const mail = { recipient: 'ada@example.com', subject: 'S', text: 'T', html: '<p>H</p>' }
    const error = await smtp.send('outbox-1', mail).catch((thrown: unknown) => thrown)
    await server.close()
    expect(error).toBeInstanceOf(Error)
    expect([error instanceof RecipientRefusedError, server.received]).toEqual([isForGood, []])
  })

  test('is given up: its payload is deleted, the reason is kept and logged, and it is not sent afterwards', async () => {
    const lines: string[] = []
    const log = pino({ base: null, level: 'error' }, { write: (line) => lines.push(line) })
    const other = await openTestShop({ log })
    await seedPlace(other.db)
    await seedProduct(other.db, { id: 'tee' })
    const reference = await placeOrder(other, [{ productId: 'tee' }], { email })
    const real = other.mail.send
    other.mail.send = async () => {
      throw new RecipientRefusedError(email)
    }
    await pay(other, reference)
    await verify(other, reference)
    await other.jobs.runDue()
    for (let tries = 1; tries < 30; tries++) {
      passTime(other, 60)
      await other.jobs.runDue()
    }
    const given = await other.db.select().from(outbox)
    expect(given).toMatchObject([
      { sentAt: null, givenUpAt: expect.any(Date), payload: {}, lastError: 'RecipientRefusedError' },
    ])
    const triedForMs = given[0]!.givenUpAt!.getTime() - given[0]!.createdAt.getTime()
    expect(triedForMs / 3_600_000).toBeCloseTo(24, 1)
    const told = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith('mail given up'))
    expect(told).toMatchObject([{ mail: 'order_confirmed', error: 'RecipientRefusedError' }])
    expect(lines.join('')).not.toContain(email)
    other.mail.send = real
    passTime(other, 60)
    await other.jobs.runDue()
    expect(await mailsTo(other, email)).toEqual([])
    await other.close()
  })
})

describe('the development mailbox', () => {
  test('lists mails newest first and shows a mail safely', async () => {
    passTime(shop, 1)
    await paidOrder()
    await shop.jobs.runDue()
    const list = await shop.request('/dev/mailbox')
    expect(list.status).toBe(200)
    const [kept] = await mailsTo(shop, email)
    const page = await list.text()
    expect(page).toContain(`/dev/mailbox/${kept?.id}`)
    const view = await shop.request(`/dev/mailbox/${kept?.id}`)
    expect(await view.text()).toContain(`<iframe src="/dev/mailbox/${kept?.id}/body" sandbox=`)
    const body = await shop.request(`/dev/mailbox/${kept?.id}/body`)
    expect(body.headers.get('content-security-policy')).toMatch(/^sandbox [^;]*; default-src 'none'/)
    expect(body.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(await body.text()).toContain('<base target="_blank">')
    const json = (await (await shop.request('/dev/mailbox.json')).json()) as { recipient: string }[]
    expect(json[0]).toMatchObject({ recipient: email, subject: kept?.subject, text: kept?.textBody })
    expect((await shop.request('/dev/mailbox/none')).status).toBe(404)
    expect((await shop.request('/dev/mailbox/%00')).status).toBe(404)
  })

  test('exists only under loopback names', async () => {
    for (const [host, status] of [
      ['localhost:3000', 200],
      ['127.0.0.1:3000', 200],
      ['[::1]:3000', 200],
      ['shop.example', 404],
      ['192.0.2.2:3000', 404],
      ['localhost.evil.example', 404],
    ] as const) {
      const response = await shop.request('/dev/mailbox.json', { headers: { host } })
      expect([host, response.status]).toEqual([host, status])
    }
  })

  test('does not exist when mail leaves the shop', async () => {
    const other = await openTestShop({ settings: { ...shop.settings, devMailbox: false } })
    expect((await other.request('/dev/mailbox')).status).toBe(404)
    expect((await other.request('/dev/mailbox.json')).status).toBe(404)
    await other.close()
  })
})

test('the mailbox holds one mail per cause', async () => {
  const id = newId()
  for (let i = 0; i < 2; i++)
    await shop.mail.send(id, { recipient: email, subject: 'S', text: 'T', html: '<p>H</p>' })
  expect(await shop.db.$count(mailbox, eq(mailbox.outboxId, id))).toBe(1)
})
