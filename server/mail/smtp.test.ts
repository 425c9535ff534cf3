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
})
