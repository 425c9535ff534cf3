import { describe, expect, test, vi } from 'vitest'
import { openPaystackScene } from '#test/support/paystack-scene.ts'
import type { PaymentProvider } from '../provider.ts'

const scene = openPaystackScene()

/** A provider that reports the success of jara-1, with some fields changed. */
function providerTelling(changes: object): PaymentProvider {
  const honest = { id: 1, status: 'success', reference: 'jara-1', domain: 'test', currency: 'NGN' }
  const data = { ...honest, amount: 1_550_000, requested_amount: 1_550_000, fees: 100, ...changes }
  return scene.newProvider({ fetch: async () => Response.json({ status: true, data }) })
}

describe('verify', () => {
  test('a reference that was never started is absent', async () => {
    expect(await scene.provider.verify('jara-never')).toEqual({ kind: 'absent' })
  })

  test('an unknown reference may also be reported with 404', async () => {
    const body = { status: false, message: 'Transaction reference not found' }
    const asking = scene.newProvider({ fetch: async () => Response.json(body, { status: 404 }) })
    expect(await asking.verify('jara-never')).toEqual({ kind: 'absent' })
  })

  test.each(['drop', 'error500', 'malformed', 'rate_limit'] as const)(
    '%s is tried three times before the provider counts as unreachable',
    async (kind) => {
      const { sandbox, provider } = scene
      const reference = await scene.started()
      sandbox.faults.set({ target: 'verify', kind, times: 2 })
      expect((await provider.verify(reference)).kind).toBe('known')
      sandbox.faults.set({ target: 'verify', kind, times: 3 })
      expect((await provider.verify(reference)).kind).toBe('unreachable')
      expect((await provider.verify(reference)).kind).toBe('known')
    },
  )

  test('a wrong key means unreachable, never an unknown payment', async () => {
    const reference = await scene.started()
    expect((await scene.newProvider({ secretKey: 'sk_test_wrong' }).verify(reference)).kind).toBe(
      'unreachable',
    )
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
    { amount: 'much' },
    { requested_amount: 1.5 },
    { currency: null },
    { domain: null },
    { reference: null },
    { status: 1 },
  ])('%j, on which a settlement depends, makes the payment unreadable', async (odd) => {
    expect((await providerTelling(odd).verify('jara-1')).kind).toBe('unreadable')
  })

  test.each([
    ['a page of HTML', () => new Response('<h1>Not found</h1>', { status: 404 })],
    ['unrelated JSON', () => Response.json({ error: 'not found' }, { status: 404 })],
    ['a redirect', () => Response.redirect('https://evil.example/')],
  ])('%s means unreachable, never an unknown payment', async (_, response) => {
    const asking = scene.newProvider({ fetch: async () => response() })
    expect((await asking.verify('jara-1')).kind).toBe('unreachable')
  })
})

test('a payment whose first check took until its timeout is checked again in the time that is left', async () => {
  const reference = await scene.started()
  let nowMs = 1_000.25
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  let calls = 0
  const asking = scene.newProvider({
    fetch: async (url, init) => {
      calls += 1
      if (calls > 1) return fetch(url, init)
      nowMs += 5_000.5
      throw new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    },
  })
  const response = await asking.verify(reference).finally(() => vi.restoreAllMocks())
  expect(response.kind).toBe('known')
  expect(calls).toBe(2)
})
