import { expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { startSession } from '#server/auth/session-store.ts'
import { newId } from '#server/db/id.ts'
import { createPaystack } from '#server/payment/paystack/paystack.ts'
import { addAccount, type TestAccount } from '#test/support/account.ts'
import { prove } from '#test/support/proof.ts'
import { newKey, placeOrder, purchase, seedPlace, seedProduct } from '#test/support/purchase.ts'
import type { TestShop } from '#test/support/shop.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

/** I16, I20: access rules of every call listed in the API description, so that a new call cannot be forgotten. */

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

let ada: TestAccount
let bola: TestAccount
let expired = ''
const shop = openShopScene(async () => {
  shop.settings.rateLimits = false
  await seedPlace(shop.db)
  await seedProduct(shop.db, { id: 'tee' })
  ada = await addAccount(shop, 'ada@example.ng')
  expired = await startSession(shop.db, ada.id, shop.now())
  shop.clock.now += 31 * 86_400_000
  bola = await addAccount(shop, 'bola@example.ng')
  ada = { ...ada, token: await startSession(shop.db, ada.id, shop.now()) }
})

type Call = { path: string; methods: string[]; guarded: string[] }

async function listCalls(): Promise<Call[]> {
  const { body } = await shop.call('GET', '/api/openapi.json')
  const paths = body.paths as Record<string, Record<string, { security?: object[] }>>
  // Those of the admin know staff by a cookie: server/staff/guard.test.ts.
  const ofShoppers = Object.entries(paths).filter(([path]) => !path.startsWith('/admin/'))
  return ofShoppers.map(([path, methods]) => ({
    path: `/api${path}`,
    methods: Object.keys(methods).map((method) => method.toUpperCase()),
    // An empty requirement {} next to the session makes it optional.
    guarded: Object.entries(methods)
      .filter(
        ([, { security = [] }]) =>
          security.length > 0 && security.every((way) => Object.keys(way).length > 0),
      )
      .map(([method]) => method.toUpperCase()),
  }))
}

/** Authorization headers that are not a live session. */
const deadTokens = () => ({
  none: undefined,
  expired: `Bearer ${expired}`,
  garbage: 'Bearer xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  'too long': `Bearer ${'x'.repeat(4_000)}`,
  empty: 'Bearer ',
  'another scheme': 'Basic YWRhOmFkYQ==',
  'another word': `Token ${ada.token}`,
  'half of it': `Bearer ${ada.token.slice(0, 30)}`,
  'in another case': `Bearer ${swapCase(ada.token)}`,
  'two of them': `Bearer ${ada.token} ${ada.token}`,
  injected: `Bearer ${ada.token}'--`,
})
const swapCase = (text: string) =>
  text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  )

const filled = (path: string, id = newId()) => path.replace(/\{\w+\}/g, id)

type Seen = { status: number; code: string | undefined; bytes: string }

async function ask(
  app: Pick<TestShop['app'], 'request'>,
  method: string,
  path: string,
  options: { authorization?: string | undefined; body?: unknown } = {},
): Promise<Seen & { headers: Headers }> {
  const { authorization, body } = options
  const takesBody = method === 'POST' || method === 'PUT' || method === 'PATCH'
  const response = await app.request(path, {
    method,
    headers: {
      'idempotency-key': newKey(),
      ...(takesBody ? { 'content-type': 'application/json' } : {}),
      ...(authorization === undefined ? {} : { authorization }),
    },
    ...(takesBody ? { body: JSON.stringify(body ?? {}) } : {}),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== ''
  const code = isJson ? (JSON.parse(text) as { code?: string }).code : undefined
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
  return {
    status: response.status,
    code,
    bytes: JSON.stringify([response.status, headers, text]),
    headers: response.headers,
  }
}

test('guarded calls require a live session, public ones never do', { tags: ['6.1', '6.8'] }, async () => {
  await prove(async () => {
    const calls = await listCalls()
    const wrong: string[] = []
    let count = 0
    for (const { path, methods, guarded } of calls) {
      for (const method of methods) {
        const address = filled(path)
        let asGuest: string | undefined
        for (const [name, authorization] of Object.entries(deadTokens())) {
          count += 1
          const { status, code, bytes } = await ask(shop.app, method, address, { authorization })
          asGuest ??= bytes
          const isRefused = status === 401 && code === 'UNAUTHORIZED'
          if (isRefused !== guarded.includes(method))
            wrong.push(`${method} ${path} with ${name}: ${status} ${code}`)
          if (isRefused && bytes !== asGuest)
            wrong.push(`${method} ${path} with ${name} tells what is wrong with it`)
        }
        count += 1
        const signedIn = await ask(shop.app, method, address, { authorization: `Bearer ${bola.token}` })
        if (signedIn.code === 'UNAUTHORIZED') wrong.push(`${method} ${path} refuses a live session`)
        if (path.endsWith('/logout'))
          bola = { ...bola, token: await startSession(shop.db, bola.id, shop.now()) }
      }
    }
    expect(wrong).toEqual([])
    expect(calls.flatMap(({ guarded }) => guarded)).toHaveLength(12)
    return {
      invariants: 'I16, I20',
      what: 'Every call with no, expired, forged, truncated and live tokens',
      count,
      unit: 'calls',
      found: 'the 9 guarded calls all return the same 401, no public one ever does',
    }
  })
})

test('a method that a path does not allow is refused with the allowed ones', async () => {
  await prove(async () => {
    const calls = await listCalls()
    const wrong: string[] = []
    let count = 0
    for (const { path, methods } of calls) {
      const allowed = new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)
      for (const method of METHODS.filter((candidate) => !allowed.has(candidate))) {
        count += 1
        const { status, headers } = await ask(shop.app, method, filled(path), {
          authorization: `Bearer ${ada.token}`,
        })
        const listed = new Set(headers.get('allow')?.split(', '))
        if (status !== 405 || listed.symmetricDifference(allowed).size > 0) {
          wrong.push(`${method} ${path}: ${status}, Allow: ${headers.get('allow')}`)
        }
      }
    }
    expect(wrong).toEqual([])
    const shapes = calls.map(({ path }) => path.replace(/\{\w+\}/g, '{}'))
    expect(new Set(shapes).size).toBe(shapes.length)
    return {
      invariants: 'I16',
      what: 'Every path with every method that it does not allow',
      count,
      unit: 'calls',
      found: 'each 405 with the allowed methods',
    }
  })
})

test('a provider that rejects our key never makes a public call return 401', async () => {
  await prove(async () => {
    const reference = await placeOrder(shop, [{ productId: 'tee' }])
    const provider = createPaystack({
      secretKey: 'sk_test_a_wrong_key',
      baseUrl: '',
      sandboxOrigin: shop.settings.publicUrl,
      retryWaitMs: 1,
      fetch: async (path, init) => shop.sandbox.app.request(path, init),
    })
    const app = createApp({ ...shop, sandbox: shop.sandbox.app, provider })
    let count = 0
    const wrong: string[] = []
    for (const { path, methods, guarded } of await listCalls()) {
      for (const method of methods.filter((candidate) => !guarded.includes(candidate))) {
        for (const authorization of [undefined, `Bearer ${expired}`, `Bearer ${bola.token}`]) {
          count += 1
          const body = path.endsWith('/initialize') ? purchase([{ productId: 'tee' }]) : {}
          const { status, code } = await ask(app, method, filled(path, reference), { authorization, body })
          if (status === 401 && code !== 'INVALID_SIGNATURE') wrong.push(`${method} ${path}: ${code}`)
          if (/initialize|payment\/verify/.test(path) && status !== 502)
            wrong.push(`${method} ${path}: ${status}`)
        }
      }
    }
    expect(wrong).toEqual([])
    return {
      invariants: 'I20',
      what: 'Every public call while the provider rejects our key',
      count,
      unit: 'calls',
      found: 'no 401; starting and verifying a payment return 502',
    }
  })
})
