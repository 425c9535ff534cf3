import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { KEY, openPaystackScene } from '#test/support/paystack-scene.ts'
import type { PaymentProvider } from '../provider.ts'

const scene = openPaystackScene()

test('a payment is started, paid and verified over HTTP', async () => {
  const { sandbox, provider, origin } = scene
  const asked = scene.request()
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

test('a clock that is set back does not keep the breaker open', async () => {
  const { sandbox } = scene
  const asking = scene.newProvider()
  sandbox.faults.set({ target: 'initialize', kind: 'error500' })
  for (let i = 0; i < 5; i++) await asking.start(scene.request())
  expect(asking.isAvailable()).toBe(false)
  sandbox.faults.clear()
  scene.clock.now -= 3_600_000
  expect(asking.isAvailable()).toBe(true)
  expect((await asking.start(scene.request())).kind).toBe('started')
})

test('five failures in a row open the breaker; after 30 seconds it lets one trial call through', async () => {
  const { sandbox } = scene
  const asking = scene.newProvider()
  const reference = await scene.started()
  sandbox.faults.set({ target: 'initialize', kind: 'error500' })
  for (let i = 0; i < 5; i++) expect((await asking.start(scene.request())).kind).toBe('unknown')
  expect(asking.isAvailable()).toBe(false)
  const known = sandbox.ledger().length
  sandbox.faults.clear()
  expect((await asking.start(scene.request())).kind).toBe('unavailable')
  expect((await asking.verify(reference)).kind).toBe('unreachable')
  expect(sandbox.ledger()).toHaveLength(known)
  scene.clock.now += 30_000
  expect(asking.isAvailable()).toBe(true)
  const trial = asking.start(scene.request())
  expect((await asking.start(scene.request())).kind).toBe('unavailable')
  expect((await trial).kind).toBe('started')
  expect((await asking.start(scene.request())).kind).toBe('started')
})

test('one payment that cannot be read does not close the checkout for everybody', async () => {
  let reads = 0
  const asking = scene.newProvider({
    fetch: async (url, init) => {
      if (!url.includes('/verify/')) return fetch(url, init)
      reads++
      return Response.json({ status: true, message: 'ok', data: { amount: 'much' } })
    },
  })
  for (let i = 0; i < 5; i++) expect((await asking.verify('jara-odd')).kind).toBe('unreadable')
  expect(reads).toBeGreaterThanOrEqual(5)
  expect(asking.isAvailable()).toBe(true)
  expect((await asking.start(scene.request())).kind).toBe('started')
})

test('successes are listed by reference, ours or not', async () => {
  const { sandbox, provider } = scene
  const references = [await scene.started(), await scene.started(), await scene.started()]
  for (const reference of references.slice(0, 2)) await sandbox.advance(reference, 'success')
  const span = { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 3_600_000) }
  const listed = await provider.listSuccesses(span)
  if (listed.kind !== 'page') throw new Error(listed.message)
  expect(listed.references).toEqual(expect.arrayContaining(references.slice(0, 2)))
  expect(listed.references).not.toContain(references[2])
  expect(listed.next).toBeNull()
})

describe('while the key is rotated', () => {
  const body = Buffer.from('{"event":"charge.success"}')
  const read = (provider: PaymentProvider, key: string) => {
    const signature = createHmac('sha512', key).update(body).digest('hex')
    return provider.readEvent(body, new Headers({ 'x-paystack-signature': signature })).kind
  }
  const rotated = () => scene.newProvider({ secretKey: 'sk_test_new', previousSecretKey: KEY })

  test('deliveries signed with either key are accepted, and with no third', () => {
    expect(read(rotated(), 'sk_test_new')).toBe('event')
    expect(read(rotated(), KEY)).toBe('event')
    expect(read(rotated(), 'sk_test_older')).toBe('forged')
  })
  test('after the rotation the old key is rejected', () => {
    expect(read(scene.newProvider({ secretKey: 'sk_test_new' }), KEY)).toBe('forged')
  })
})
