import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { afterEach, describe, expect, test } from 'vitest'
import { SECRET_KEY, startSandbox } from './sandbox.fixture.ts'
import { signature } from './webhook.ts'

describe('on API calls', () => {
  test('error500, rate_limit and malformed', async () => {
    const { call, request, initialize, sandbox } = startSandbox()
    await initialize()
    sandbox.faults.set({ target: 'verify', kind: 'error500', times: 1 })
    expect(await call('/transaction/verify/JARA-1')).toMatchObject({ status: 500, body: { status: false } })
    expect((await call('/transaction/verify/JARA-1')).status).toBe(200)

    sandbox.faults.set({ target: 'verify', kind: 'rate_limit', ms: 2500, times: 1 })
    const limited = await call('/transaction/verify/JARA-1')
    expect(limited.status).toBe(429)
    expect(limited.headers.get('Retry-After')).toBe('3')

    sandbox.faults.set({ target: '*', kind: 'malformed', times: 1 })
    const broken = await request('/transaction/verify/JARA-1')
    await expect(broken.json()).rejects.toThrow()
  })

  test('only the named reference is hit', async () => {
    const { call, initialize, sandbox } = startSandbox()
    await initialize()
    await initialize({ reference: 'JARA-2' })
    sandbox.faults.set({ target: 'verify', kind: 'error500', reference: 'JARA-2' })
    expect((await call('/transaction/verify/JARA-1')).status).toBe(200)
    expect((await call('/transaction/verify/JARA-2')).status).toBe(500)
    sandbox.faults.clear()
    expect((await call('/transaction/verify/JARA-2')).status).toBe(200)
  })

  test('slow responds late', async () => {
    const { call, sandbox } = startSandbox()
    sandbox.faults.set({ target: 'list', kind: 'slow', ms: 40, times: 1 })
    const start = performance.now()
    expect((await call('/transaction')).status).toBe(200)
    expect(performance.now() - start).toBeGreaterThan(35)
  })

  test.each([
    ['wrong_amount', { amount: 1_249_900, requested_amount: 1_249_900 }],
    ['wrong_currency', { currency: 'GHS' }],
    ['live_domain', { domain: 'live' }],
    ['fees_on_top', { amount: 1_278_750, requested_amount: 1_250_000, fees: 28_750 }],
  ] as const)('%s falsifies what is reported, not the ledger', async (kind, reported) => {
    const { initialize, sandbox, verify, received } = startSandbox()
    await initialize()
    sandbox.faults.set({ target: '*', kind })
    await sandbox.advance('JARA-1', 'success')
    await sandbox.idle()
    expect(await verify()).toMatchObject(reported)
    expect(received[0]?.event.data).toMatchObject(reported)
    expect(sandbox.ledger()[0]).toMatchObject({ amountKobo: 1_250_000, currency: 'NGN' })
  })
})

describe('on a real connection', () => {
  const closers: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0)) await close()
  })

  const listen = async () => {
    const shop = startSandbox()
    const server = serve({ fetch: shop.sandbox.app.fetch, port: 0, hostname: '127.0.0.1' })
    await new Promise((resolve) => server.once('listening', resolve))
    closers.push(
      () => new Promise((resolve) => server.close(resolve)),
      () => shop.sandbox.stop(),
    )
    const { port } = server.address() as AddressInfo
    const start = (reference: string) =>
      fetch(`http://127.0.0.1:${port}/transaction/initialize`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${SECRET_KEY}`, Connection: 'close' },
        body: JSON.stringify({ email: 'ada@example.com', amount: 500_000, reference }),
      })
    return { ...shop, start }
  }

  test('drop cuts it before acting, act_then_drop after', async () => {
    const { sandbox, start } = await listen()
    sandbox.faults.set({ target: 'initialize', kind: 'drop', times: 1 })
    await expect(start('dropped')).rejects.toThrow('fetch failed')
    expect(sandbox.ledger()).toHaveLength(0)
    sandbox.faults.set({ target: 'initialize', kind: 'act_then_drop', times: 1 })
    await expect(start('acted')).rejects.toThrow('fetch failed')
    expect(sandbox.ledger().map((transaction) => transaction.reference)).toEqual(['acted'])
    expect((await start('fine')).status).toBe(200)
  })
})

test('without a socket, drop breaks the response', async () => {
  const { request, sandbox } = startSandbox()
  sandbox.faults.set({ target: 'list', kind: 'drop' })
  const response = await request('/transaction')
  await expect(response.text()).rejects.toThrow()
})

describe('on webhooks', () => {
  test('twice, never, bad_signature', async () => {
    const { initialize, sandbox, received } = startSandbox()
    const pay = async (reference: string) => {
      received.length = 0
      await initialize({ reference })
      await sandbox.advance(reference, 'success')
      await sandbox.idle()
    }
    sandbox.faults.set({ target: 'webhook', kind: 'twice', times: 1 })
    await pay('twice')
    expect(received).toHaveLength(2)
    expect(received[0]?.body).toBe(received[1]?.body)

    sandbox.faults.set({ target: 'webhook', kind: 'never', times: 1 })
    await pay('never')
    expect(received).toHaveLength(0)

    sandbox.faults.set({ target: 'webhook', kind: 'bad_signature', times: 1 })
    await pay('forged')
    expect(received[0]?.signature).toMatch(/^[0-9a-f]{128}$/)
    expect(received[0]?.signature).not.toBe(signature(received[0]?.body ?? '', SECRET_KEY))
  })

  test('before_redirect: the merchant knows before the payer is sent back', async () => {
    const { initialize, press, sandbox, received } = startSandbox()
    const { access_code } = await initialize()
    sandbox.faults.set({ target: 'webhook', kind: 'before_redirect' })
    await press(access_code, 'test-card', { card: 'success' })
    expect(received).toHaveLength(1)
  })
})

describe('from another process', () => {
  test('faults are set, listed and cleared', async () => {
    const { call } = startSandbox()
    expect((await call('/__faults', { target: 'verify', kind: 'error500' })).body.data).toHaveLength(1)
    expect((await call('/transaction/verify/x')).status).toBe(500)
    expect((await call('/__faults')).body.data).toEqual([{ target: 'verify', kind: 'error500' }])
    await call('/__faults', undefined, 'DELETE')
    expect((await call('/__faults')).body.data).toEqual([])
    expect((await call('/__faults', { target: 'verify', kind: 'magic' })).status).toBe(400)
  })

  test('a transaction is forced into any status and seen in the ledger', async () => {
    const { call, initialize, verify, sandbox, received } = startSandbox()
    await initialize()
    for (const status of ['pending', 'ongoing', 'failed', 'success', 'reversed', 'abandoned', 'queued']) {
      expect((await call('/__advance', { reference: 'JARA-1', status })).status).toBe(200)
      expect((await verify()).status).toBe(status)
    }
    await sandbox.idle()
    expect(received).toHaveLength(1)
    expect((await call('/__advance', { reference: 'JARA-1', status: 'rich' })).status).toBe(400)
    expect((await call('/__ledger')).body.data.transactions).toMatchObject([{ reference: 'JARA-1' }])
  })
})
