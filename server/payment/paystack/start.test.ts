import { describe, expect, test } from 'vitest'
import { KEY, openPaystackScene } from '#test/support/paystack-scene.ts'
import type { SmallFetch } from '../connection/connect-fetch.ts'
import { createPaystack } from './paystack.ts'

const scene = openPaystackScene()

/** A fetch stub that responds to a start with `body(reference)`. */
function respondWith(body: (reference: string) => unknown): SmallFetch {
  return async (_url, init) => Response.json(body(JSON.parse(init.body ?? '').reference))
}

describe('start', () => {
  test.each([
    ['no response', 'drop'],
    ['no response after acting', 'act_then_drop'],
    ['a server error', 'error500'],
    ['a truncated response', 'malformed'],
  ] as const)('%s leaves the start unknown and is not retried', async (_, kind) => {
    const { sandbox, provider } = scene
    sandbox.faults.set({ target: 'initialize', kind, times: 1 })
    const asked = scene.request()
    expect((await provider.start(asked)).kind).toBe('unknown')
    const acted = kind === 'act_then_drop' || kind === 'malformed'
    expect(sandbox.ledger().some(({ reference }) => reference === asked.reference)).toBe(acted)
  })

  test('a rate limit counts as a refusal: nothing was started', async () => {
    const { sandbox, provider } = scene
    sandbox.faults.set({ target: 'initialize', kind: 'rate_limit', times: 1 })
    expect((await provider.start(scene.request())).kind).toBe('refused')
  })

  test('a wrong key is a refusal', async () => {
    expect(await scene.newProvider({ secretKey: 'sk_test_wrong' }).start(scene.request())).toEqual({
      kind: 'refused',
      message: 'Invalid key',
    })
  })

  test('a duplicate reference is unknown: an earlier request arrived', async () => {
    const { provider } = scene
    expect((await provider.start(scene.request(await scene.started()))).kind).toBe('unknown')
  })

  test.each([
    ['the sandbox unless it is configured', undefined, undefined],
    ['another origin', 'http://localhost:1', undefined],
    ['another host', undefined, 'https://checkout.paystack.com.evil.example/x'],
    ['plain http', undefined, 'http://checkout.paystack.com/x'],
    ['a URL with credentials', undefined, 'https://checkout.paystack.com@evil.example/x'],
    ['a javascript URL', undefined, 'javascript:alert(1)'],
  ])('a payer is not sent to %s', async (_, sandboxOrigin, url) => {
    const { origin } = scene
    const responding = respondWith((reference) => ({
      status: true,
      data: { authorization_url: url ?? `${origin}/checkout/x`, access_code: 'x', reference },
    }))
    const strict = createPaystack({
      secretKey: KEY,
      baseUrl: origin,
      fetch: responding,
      ...(sandboxOrigin === undefined ? {} : { sandboxOrigin }),
    })
    expect((await strict.start(scene.request())).kind).toBe('unknown')
  })

  test("a payer is sent to Paystack's own page", async () => {
    const { origin } = scene
    const url = 'https://checkout.paystack.com/abc'
    const responding = respondWith((reference) => ({
      status: true,
      data: { authorization_url: url, access_code: 'abc', reference },
    }))
    const live = createPaystack({ secretKey: 'sk_live_x', baseUrl: origin, fetch: responding })
    expect(live.mode).toBe('live')
    expect(await live.start(scene.request())).toEqual({ kind: 'started', url, accessCode: 'abc' })
  })
})
