import { describe, expect, test } from 'vitest'
import { createSmtpTransport } from './smtp.ts'
import { openSmtpServer } from './smtp-server.fixture.ts'
import { RecipientRefusedError } from './transport.ts'

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

test.each([
  ['Jara: Lagos (Yaba) <orders@jara.example>', '"Jara: Lagos (Yaba)" <orders@jara.example>'],
  ['"Jara, \\"Lagos\\"" <orders@jara.example>', '"Jara, \\"Lagos\\"" <orders@jara.example>'],
  ['orders@jara.example', 'orders@jara.example'],
])('a mail from %s has its sender whole', async (from, header) => {
  const server = await openSmtpServer()
  const smtp = createSmtpTransport({ url: `smtp://127.0.0.1:${server.port}`, from })
  await smtp.send('outbox-1', { recipient: 'ada@example.com', subject: 'S', text: 'T', html: '<p>H</p>' })
  await server.close()
  expect(server.received[0]).toContain(`From: ${header}\r\n`)
})

describe('a mail that can never be delivered', () => {
  test.each([
    [550, true],
    [450, false],
  ])('a response of %i to the recipient is a permanent refusal: %s', async (code, isForGood) => {
    const server = await openSmtpServer(0, { refuseWith: code })
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
})

describe('a server that takes its time to confirm', () => {
  const mail = { recipient: 'ada@example.com', subject: 'S', text: 'T', html: '<p>H</p>' }
  const sendTo = (port: number, sendingMs: number) => {
    const url = `smtp://127.0.0.1:${port}`
    const from = 'orders@jara.example'
    return createSmtpTransport({ url, from, openingMs: 1_000, sendingMs }).send('outbox-1', mail)
  }

  test('has been given the mail: it may take longer than it may to greet', async () => {
    const server = await openSmtpServer(0, { confirmAfterMs: 1_500 })
    await sendTo(server.port, 20_000)
    await server.close()
    expect(server.received).toHaveLength(1)
  })

  test('is not waited for without an end', async () => {
    const server = await openSmtpServer(0, { confirmAfterMs: 20_000 })
    const error = await sendTo(server.port, 1_500).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(RecipientRefusedError)
    void server.close()
  })
})

// To us, 0.0.0.0 is any machine's address; to the system it is this one's.
test.each([
  ['another machine', '0.0.0.0', false],
  ['another machine, if its owner allows it', '0.0.0.0?requireTLS=false', true],
  ['another machine, if its owner wants no encryption', '0.0.0.0?ignoreTLS=true', true],
  ['this machine', '127.0.0.1', true],
])('whether a password goes to %s in plain text (%s): %s', async (_, address, isSent) => {
  const server = await openSmtpServer(0, { accounts: true })
  const url = new URL(`smtp://shop:secret@${address}`)
  url.port = String(server.port)
  const mail = { recipient: 'ada@example.com', subject: 'S', text: 'T', html: '<p>H</p>' }
  const sending = createSmtpTransport({ url: url.href, from: 'orders@jara.example' }).send('outbox-1', mail)
  await sending.catch(() => {})
  await server.close()
  expect([server.loggedIn, server.received.length]).toEqual(isSent ? [['shop'], 1] : [[], 0])
})
