import { expect, test } from 'vitest'
import { startSandbox } from './sandbox.fixture.ts'

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
