import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createSandbox, type Sandbox } from '#server/sandbox/sandbox.ts'
import type { SmallFetch } from './connect-fetch.ts'
import { createPaystack } from './paystack.ts'
import type { PaymentProvider } from './provider.ts'

const KEY = 'sk_test_adapter'
let server: Server
let origin: string
let sandbox: Sandbox
let provider: PaymentProvider
let clock = 0
let references = 0

beforeAll(async () => {
  server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  sandbox = createSandbox({ secretKey: KEY, publicUrl: origin })
  server.on('request', getRequestListener(sandbox.app.fetch))
  provider = newProvider()
})
afterEach(() => {
  sandbox.faults.clear()
  clock += 60_000
})
afterAll(async () => {
  await sandbox.stop()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

function newProvider(changes: Partial<Parameters<typeof createPaystack>[0]> = {}): PaymentProvider {
  return createPaystack({
    secretKey: KEY,
    baseUrl: origin,
    sandboxOrigin: origin,
    retryWaitMs: 1,
    now: () => clock,
    ...changes,
  })
}

const request = (reference = `jara-${++references}`) => ({
  reference,
  amount: 1_550_000,
  email: 'ada@example.com',
  callbackUrl: 'http://localhost:3000/payment/callback',
  cancelUrl: 'http://localhost:3000/checkout',
  channels: ['card'],
})

async function started(): Promise<string> {
  const asked = request()
  expect((await provider.start(asked)).kind).toBe('started')
  return asked.reference
}

test('a payment is started, paid and verified over HTTP', async () => {
  const asked = request()
  const start = await provider.start(asked)
  expect(start).toMatchObject({ kind: 'started', url: expect.stringContaining(`${origin}/checkout/`) })
  expect(await provider.verify(asked.reference)).toMatchObject({
    kind: 'known',
    transaction: { status: 'abandoned', paidAt: null, fees: null },
  })
  await sandbox.advance(asked.reference, 'success')
  expect(await provider.verify(asked.reference)).toMatchObject({
    kind: 'known',
    transaction: {
      status: 'success',
      reference: asked.reference,
      domain: 'test',
      currency: 'NGN',
      amount: 1_550_000,
      requestedAmount: 1_550_000,
      channel: 'card',
      paidAt: expect.any(Date),
      customer: { first_name: null, email: 'ada@example.com' },
    },
  })
})

describe('start', () => {
  test.each([
    ['no response', 'drop'],
    ['no response after acting', 'act_then_drop'],
    ['a server error', 'error500'],
    ['a truncated response', 'malformed'],
  ] as const)('%s leaves the start unknown and is not retried', async (_, kind) => {
    sandbox.faults.set({ target: 'initialize', kind, times: 1 })
    const asked = request()
    expect((await provider.start(asked)).kind).toBe('unknown')
    const acted = kind === 'act_then_drop' || kind === 'malformed'
    expect(sandbox.ledger().some(({ reference }) => reference === asked.reference)).toBe(acted)
  })

  test('a rate limit counts as a refusal: nothing was started', async () => {
    sandbox.faults.set({ target: 'initialize', kind: 'rate_limit', times: 1 })
    expect((await provider.start(request())).kind).toBe('refused')
  })

  test('a wrong key is a refusal', async () => {
    expect(await newProvider({ secretKey: 'sk_test_wrong' }).start(request())).toEqual({
      kind: 'refused',
      message: 'Invalid key',
    })
  })

  test('a duplicate reference is unknown: an earlier request arrived', async () => {
    expect((await provider.start(request(await started()))).kind).toBe('unknown')
  })

  test.each([
    ['the sandbox unless it is configured', undefined, undefined],
    ['another origin', 'http://localhost:1', undefined],
    ['another host', undefined, 'https://checkout.paystack.com.evil.example/x'],
    ['plain http', undefined, 'http://checkout.paystack.com/x'],
    ['a URL with credentials', undefined, 'https://checkout.paystack.com@evil.example/x'],
    ['a javascript URL', undefined, 'javascript:alert(1)'],
  ])('a payer is not sent to %s', async (_, sandboxOrigin, url) => {
    const answering = answerWith((reference) => ({
      status: true,
      data: { authorization_url: url ?? `${origin}/checkout/x`, access_code: 'x', reference },
    }))
    const strict = createPaystack({
      secretKey: KEY,
      baseUrl: origin,
      fetch: answering,
      ...(sandboxOrigin === undefined ? {} : { sandboxOrigin }),
    })
    expect((await strict.start(request())).kind).toBe('unknown')
  })

  test("a payer is sent to Paystack's own page", async () => {
    const url = 'https://checkout.paystack.com/abc'
    const answering = answerWith((reference) => ({
      status: true,
      data: { authorization_url: url, access_code: 'abc', reference },
    }))
    const live = createPaystack({ secretKey: 'sk_live_x', baseUrl: origin, fetch: answering })
    expect(live.mode).toBe('live')
    expect(await live.start(request())).toEqual({ kind: 'started', url, accessCode: 'abc' })
  })
})

/** A fetch stub that responds to a start with `body(reference)`. */
function answerWith(body: (reference: string) => unknown): SmallFetch {
  return async (_url, init) => Response.json(body(JSON.parse(init.body ?? '').reference))
}

/** A provider that reports the success of jara-1, with some fields changed. */
function providerTelling(changes: object): PaymentProvider {
  const honest = { id: 1, status: 'success', reference: 'jara-1', domain: 'test', currency: 'NGN' }
  const data = { ...honest, amount: 1_550_000, requested_amount: 1_550_000, fees: 100, ...changes }
  return newProvider({ fetch: async () => Response.json({ status: true, data }) })
}

describe('verify', () => {
  test.each([400, 404] as const)(
    'an unknown reference, reported with %d, is absent',
    async (unknownReferenceStatus) => {
      const other = createSandbox({ secretKey: KEY, publicUrl: origin, unknownReferenceStatus })
      const asking = newProvider({
        fetch: async (url, init) => other.app.request(url.replace(origin, ''), init),
      })
      expect(await asking.verify('jara-never')).toEqual({ kind: 'absent' })
      await other.stop()
    },
  )

  test.each(['drop', 'error500', 'malformed', 'rate_limit'] as const)(
    '%s is tried three times before the provider counts as unreachable',
    async (kind) => {
      const reference = await started()
      sandbox.faults.set({ target: 'verify', kind, times: 2 })
      expect((await provider.verify(reference)).kind).toBe('known')
      sandbox.faults.set({ target: 'verify', kind, times: 3 })
      expect((await provider.verify(reference)).kind).toBe('unreachable')
      expect((await provider.verify(reference)).kind).toBe('known')
    },
  )

  test('a wrong key means unreachable, never an unknown payment', async () => {
    const reference = await started()
    expect((await newProvider({ secretKey: 'sk_test_wrong' }).verify(reference)).kind).toBe('unreachable')
  })

  test.each<[string, object, object]>([
    ['a customer without an address', { customer: { email: null } }, { customer: null }],
    ['a customer that is a number', { customer: 7 }, { customer: null }],
    ['a channel that is an object', { channel: { name: 'card' } }, { channel: null }],
    ['a time that is a number', { paid_at: 1_763_629_200 }, { paidAt: null }],
  ])('%s does not make the payment unreadable', async (_, odd, read) => {
    expect(await providerTelling(odd).verify('jara-1')).toMatchObject({
      kind: 'known',
      transaction: { status: 'success', amount: 1_550_000, requestedAmount: 1_550_000, ...read },
    })
  })

  test.each<object>([
    { amount: '1550000' },
    { requested_amount: '1550000' },
    { fees: '100' },
    { currency: null },
    { domain: null },
    { reference: null },
    { status: 1 },
  ])('%j, on which a settlement depends, makes the payment unreadable', async (odd) => {
    expect((await providerTelling(odd).verify('jara-1')).kind).toBe('unreachable')
  })

  test.each([
    ['a page of HTML', () => new Response('<h1>Not found</h1>', { status: 404 })],
    ['unrelated JSON', () => Response.json({ error: 'not found' }, { status: 404 })],
    ['a fractional amount', () => Response.json({ status: true, data: { amount: 1.5 } })],
    ['success without data', () => Response.json({ status: true })],
    ['a redirect', () => Response.redirect('https://evil.example/')],
  ])('%s means unreachable, never an unknown payment', async (_, answer) => {
    const asking = newProvider({ fetch: async () => answer() })
    expect((await asking.verify('jara-1')).kind).toBe('unreachable')
  })
})

test('a payment whose first check took until its timeout is checked again in the time that is left', async () => {
  const reference = await started()
  let nowMs = 1_000.25
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  let calls = 0
  const asking = newProvider({
    fetch: async (url, init) => {
      calls += 1
      if (calls > 1) return fetch(url, init)
      nowMs += 5_000.5
      throw new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    },
  })
  const answer = await asking.verify(reference).finally(() => vi.restoreAllMocks())
  expect(answer.kind).toBe('known')
  expect(calls).toBe(2)
})

test('five failures in a row open the breaker; after 30 seconds it lets one trial call through', async () => {
  const asking = newProvider()
  const reference = await started()
  sandbox.faults.set({ target: 'initialize', kind: 'error500' })
  for (let i = 0; i < 5; i++) expect((await asking.start(request())).kind).toBe('unknown')
  expect(asking.isAvailable()).toBe(false)
  const known = sandbox.ledger().length
  sandbox.faults.clear()
  expect((await asking.start(request())).kind).toBe('unavailable')
  expect((await asking.verify(reference)).kind).toBe('unreachable')
  expect(sandbox.ledger()).toHaveLength(known)
  clock += 30_000
  expect(asking.isAvailable()).toBe(true)
  const trial = asking.start(request())
  expect((await asking.start(request())).kind).toBe('unavailable')
  expect((await trial).kind).toBe('started')
  expect((await asking.start(request())).kind).toBe('started')
})

test('one payment that cannot be read does not close the checkout for everybody', async () => {
  let reads = 0
  const asking = newProvider({
    fetch: async (url, init) => {
      if (!url.includes('/verify/')) return fetch(url, init)
      reads++
      return Response.json({ status: true, message: 'ok', data: { amount: '1550000' } })
    },
  })
  for (let i = 0; i < 3; i++) expect((await asking.verify('jara-odd')).kind).toBe('unreachable')
  expect(reads).toBeGreaterThanOrEqual(5)
  expect(asking.isAvailable()).toBe(true)
  expect((await asking.start(request())).kind).toBe('started')
})

test('successes are listed by reference, ours or not', async () => {
  const references = [await started(), await started(), await started()]
  for (const reference of references.slice(0, 2)) await sandbox.advance(reference, 'success')
  const span = { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 3_600_000), page: 1 }
  const listed = await provider.listSuccesses(span)
  if (listed.kind !== 'page') throw new Error(listed.message)
  expect(listed.references).toEqual(expect.arrayContaining(references.slice(0, 2)))
  expect(listed.references).not.toContain(references[2])
  expect(listed.isLast).toBe(true)
})

test('a refund is requested once and found again by its payment', async () => {
  const reference = await started()
  await sandbox.advance(reference, 'success')
  const verified = await provider.verify(reference)
  if (verified.kind !== 'known') throw new Error('The sandbox lost the payment')
  const payment = { id: verified.transaction.id, reference }
  expect(await provider.listRefunds(payment)).toEqual({ kind: 'listed', refunds: [] })
  const requested = await provider.refund(reference, 1_550_000)
  if (requested.kind !== 'requested') throw new Error('The refund was refused')
  expect(await provider.listRefunds(payment)).toEqual({
    kind: 'listed',
    refunds: [{ id: requested.id, state: 'under-way', amount: 1_550_000 }],
  })
  expect((await provider.refund(reference, 1_550_000)).kind).toBe('refused')
})

test.each([
  [429, 'unavailable'],
  [401, 'unavailable'],
  [400, 'refused'],
  [500, 'unknown'],
])('a refund request that gets a %i is %s', async (status, kind) => {
  const fetch: SmallFetch = async () => Response.json({ status: false, message: 'no' }, { status })
  expect((await newProvider({ fetch }).refund('jara-1', 100)).kind).toBe(kind)
})

test('refunds of other payments are ignored if the provider does not filter', async () => {
  const others = [{ id: 1, status: 'processed', transaction: 99, transaction_reference: 'theirs' }]
  const asking = newProvider({ fetch: async () => Response.json({ status: true, data: others }) })
  expect(await asking.listRefunds({ id: '7', reference: 'ours' })).toEqual({ kind: 'listed', refunds: [] })
})

test('all refunds of a payment are found, with their amounts where readable', async () => {
  const data = [
    { id: 1, status: 'processed', transaction: 7, amount: '5000' },
    { id: 2, status: 'failed', transaction: { id: 7 }, amount: 5000 },
    { id: 3, status: 'new-word', transaction_reference: 'ours', amount: '50.00' },
  ]
  const asking = newProvider({ fetch: async () => Response.json({ status: true, data }) })
  expect(await asking.listRefunds({ id: '7', reference: 'ours' })).toEqual({
    kind: 'listed',
    refunds: [
      { id: '1', state: 'done', amount: 5000 },
      { id: '2', state: 'failed', amount: 5000 },
      { id: '3', state: 'under-way', amount: null },
    ],
  })
})

describe('while the key is rotated', () => {
  const body = Buffer.from('{"event":"charge.success"}')
  const signedWith = (key: string) => createHmac('sha512', key).update(body).digest('hex')
  const rotated = () => newProvider({ secretKey: 'sk_test_new', previousSecretKey: KEY })

  test('deliveries signed with either key are accepted, and with no third', () => {
    expect(rotated().isSignatureValid(body, signedWith('sk_test_new'))).toBe(true)
    expect(rotated().isSignatureValid(body, signedWith(KEY))).toBe(true)
    expect(rotated().isSignatureValid(body, signedWith('sk_test_older'))).toBe(false)
  })
  test('after the rotation the old key is rejected', () => {
    expect(newProvider({ secretKey: 'sk_test_new' }).isSignatureValid(body, signedWith(KEY))).toBe(false)
  })
})
