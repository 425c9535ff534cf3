import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { SECRET_KEY, startSandbox } from './sandbox.fixture.ts'

test('a payment is announced once, signed over the bytes sent', async () => {
  const { initialize, press, sandbox, received, verify } = startSandbox()
  const { access_code } = await initialize()
  await press(access_code, 'test-card', { card: 'success' })
  await press(access_code, 'test-card', { card: 'success' })
  await sandbox.idle()
  expect(received).toHaveLength(1)
  const [{ body, signature, event }] = received as [(typeof received)[number]]
  expect(signature).toBe(createHmac('sha512', SECRET_KEY).update(body).digest('hex'))
  expect(signature).toMatch(/^[0-9a-f]{128}$/)
  expect(event.event).toBe('charge.success')
  expect(event.data).toEqual(await verify())
})

test('a failed or cancelled payment sends no event', async () => {
  const { initialize, press, sandbox, received } = startSandbox()
  const { access_code } = await initialize()
  await press(access_code, 'test-card', { card: 'declined' })
  await press(access_code, 'cancel')
  await sandbox.idle()
  expect(received).toHaveLength(0)
})

test('an event is resent, byte for byte, until the merchant responds with 200', async () => {
  const { initialize, sandbox, received, responses, call } = startSandbox()
  responses.push(500, 'unreachable', 302)
  await initialize()
  await sandbox.advance('JARA-1', 'success')
  await sandbox.idle()
  expect(received).toHaveLength(3)
  expect(new Set(received.map(({ body }) => body)).size).toBe(1)
  expect((await call('/__ledger')).body.data.deliveries).toMatchObject([{ state: 'delivered', attempts: 4 }])
})

test('an event is given up after the last retry', async () => {
  const { initialize, sandbox, responses, call } = startSandbox()
  responses.push(500, 500, 500, 500)
  await initialize()
  await sandbox.advance('JARA-1', 'success')
  await sandbox.idle()
  expect((await call('/__ledger')).body.data.deliveries).toMatchObject([{ state: 'given_up', attempts: 4 }])
})

test('a slow merchant delays neither the payer nor stop()', async () => {
  const hanging: typeof fetch = (_url, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
    })
  const { initialize, press, sandbox } = startSandbox({ fetch: hanging })
  const { access_code } = await initialize()
  expect((await press(access_code, 'test-card', { card: 'success' })).status).toBe(303)
  await sandbox.stop()
})

test('stop() cancels a pending retry', async () => {
  const { initialize, sandbox, responses } = startSandbox({ webhookRetryMs: [180_000] })
  responses.push(500)
  await initialize()
  await sandbox.advance('JARA-1', 'success')
  await sandbox.stop()
})

test('any event can be sent about a transaction', async () => {
  const { initialize, sandbox, call, received } = startSandbox()
  await initialize()
  await call('/__event', { reference: 'JARA-1', event: 'charge.dispute.create' })
  await sandbox.idle()
  expect(received[0]?.event).toMatchObject({
    event: 'charge.dispute.create',
    data: { transaction: { reference: 'JARA-1' } },
  })
})

test('without an address there are no events', async () => {
  const { initialize, sandbox, received } = startSandbox({ webhookUrl: undefined })
  await initialize()
  await sandbox.advance('JARA-1', 'success')
  await sandbox.idle()
  expect(received).toHaveLength(0)
})
