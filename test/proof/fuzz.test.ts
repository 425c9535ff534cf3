import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ERROR_STATUS } from '#shared/errors.ts'
import { addAccount } from '#test/support/account.ts'
import {
  type HostileBody,
  hostileBody,
  hostileHeaders,
  hostilePathPart,
  hostileQuery,
} from '#test/support/hostile-request.ts'
import { checkLedger } from '#test/support/ledger.ts'
import { addOrder } from '#test/support/order.ts'
import { proofSeed, prove, sized } from '#test/support/proof.ts'
import { placeOrder, purchase, seedPlace, seedProduct } from '#test/support/purchase.ts'
import { signEvent } from '#test/support/shop.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { joinStaff } from '#test/support/staff.ts'

/** I21: any request to any call gets 2xx or 4xx with our own error body, within a second. */

const BODIES = sized({ quick: 4, whole: 10_000 })
const WARM_UP_BODIES = sized({ quick: 4, whole: 1_000 })
const AT_ONCE = 16
/** Times measured next to other tests mean nothing: there only a hanging request is detected. */
const SLOWEST_MS = sized({ quick: 20_000, whole: 1_000 })
/** Compiled code and prepared statements still grow over a short run, by more than a leak would show in it. */
const MEMORY_GROWTH = sized({ quick: 1.3, whole: 1.1 })
/** Seconds on two idle cores, far more on a busy machine. */
const TIMEOUT_MS = sized({ quick: 1_800_000, whole: 0 })

let reference = ''
let known: string[] = []
let authorization = ''
/** Of an owner of the shop. */
let cookie = ''
const shop = openShopScene(async () => {
  await seedPlace(shop.db)
  await seedProduct(shop.db, { id: 'tee', stock: [{ color: 'black', size: 'M', quantity: 1_000_000 }] })
  await seedProduct(shop.db, { id: 'sold-out', stock: [{ color: 'black', size: 'M', quantity: 0 }] })
  const ada = await addAccount(shop, 'ada@example.ng')
  authorization = ada.headers.authorization
  reference = await placeOrder(shop, [{ productId: 'tee' }])
  cookie = (await joinStaff(shop, 'owner')).cookie()
  const { id } = await addOrder(shop, { email: ada.email, userId: ada.id, status: 'failed' })
  known = ['tee', reference, id]
})

type Operation = { parameters?: { in: string; name: string }[] }
type Call = { method: string; template: string; query: string[] }

async function listCalls(): Promise<Call[]> {
  const { body } = await shop.call('GET', '/api/openapi.json')
  return Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [] }]) => ({
      method: method.toUpperCase(),
      template: `/api${path}`,
      query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    })),
  )
}

const email = 'somebody@example.ng'
/** A valid body for each call that takes one; calls without one here are sent bodies too. */
const HONEST: Record<string, () => Record<string, unknown>> = {
  '/api/admin/join': () => ({ token: 'x'.repeat(43) }),
  '/api/admin/login': () => ({ email, password: 'Adire-2026', code: '123456' }),
  '/api/admin/login/passkey': () => ({ challengeId: 'x', response: { id: 'x', response: {} } }),
  '/api/admin/confirm': () => ({ password: 'Adire-2026' }),
  '/api/admin/passkey': () => ({ challengeId: 'x', response: { id: 'x', response: {} }, name: 'Phone' }),
  '/api/admin/authenticator': () => ({ code: '123456' }),
  '/api/admin/staff': () => ({ email, name: 'Ada Obi', role: 'packer' }),
  '/api/auth/register': () => ({ fullName: 'Ada Obi', email, password: 'Adire-2026' }),
  '/api/auth/verify-otp': () => ({ email, otp: '123456' }),
  '/api/auth/resend-otp': () => ({ email, purpose: 'verify_email' }),
  '/api/auth/login': () => ({ email, password: 'Adire-2026' }),
  '/api/auth/forgot-password': () => ({ email }),
  '/api/auth/verify-password-otp': () => ({ email, otp: '123456' }),
  '/api/auth/reset-password': () => ({ email, otp: '123456', newPassword: 'Adire-2026' }),
  '/api/cart/check': () => ({ productIds: ['tee', 'cap'] }),
  '/api/csp-report': () => ({
    'csp-report': {
      'effective-directive': 'img-src',
      'blocked-uri': 'data',
      'source-file': 'https://a.ng/x',
    },
  }),
  '/api/stock-alert': () => ({ email, productId: 'sold-out', color: 'black', size: 'M' }),
  '/api/payment/initialize': () => purchase([{ productId: 'tee' }, { productId: 'tee', quantity: 2 }]),
  '/api/payment/webhook': () => ({
    event: 'charge.success',
    data: { reference, status: 'success', metadata: {} },
  }),
  '/api/review/{id}': () => ({ reviewData: { rating: 5, comment: 'Good' } }),
}

type Sent = { path: string; body: HostileBody | undefined; headers: Record<string, string> }

function requestsOf({ method, template, query }: Call): fc.Arbitrary<Sent> {
  const isRead = method === 'GET' || method === 'HEAD'
  const parts = template
    .split('/')
    .map((part) => (part.startsWith('{') ? hostilePathPart(known) : fc.constant(part)))
  return fc
    .record({
      path: fc.tuple(...parts).map((given) => given.join('/')),
      query: query.length > 0 || isRead ? hostileQuery(query) : fc.constant(''),
      body: isRead ? fc.constant(undefined) : hostileBody(HONEST[template]?.()),
      headers: hostileHeaders,
      isSigned: fc.boolean(),
    })
    .map(({ path, query: search, body, headers, isSigned }) => ({
      path: search === '' ? path : `${path}?${search}`,
      body,
      headers: {
        authorization,
        ...(template === '/api/admin/logout' ? {} : { cookie }),
        ...(isSigned && body !== undefined ? { 'x-paystack-signature': signEvent(body.bytes) } : {}),
        ...headers,
      },
    }))
}

/** Words that would leak internals; none of our messages contains them. */
const INTERNALS =
  /\b(select\b.* from|insert into|update "|relation|syntax error|postgres|drizzle|zod|node_modules|ECONN\w*|TypeError|RangeError|at \w+ \(|\.ts:\d|expected \w+, received|invalid input|undefined|\[object)/i

const SLOW = 'took'

async function send(method: string, { path, body, headers }: Sent): Promise<string | undefined> {
  const started = performance.now()
  const response = await shop.request(path, {
    method,
    headers: {
      ...(body === undefined || body.contentType === '' ? {} : { 'content-type': body.contentType }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: body.bytes }),
  })
  const text = await response.text()
  const elapsedMs = performance.now() - started
  // Before the time: what is slow is asked again, and a failure that then succeeds would never be seen.
  if (response.status >= 500) return `${response.status} ${text.slice(0, 300)}`
  if (elapsedMs > SLOWEST_MS) return `${SLOW} ${Math.round(elapsedMs)} ms`
  if (response.status < 400) return undefined
  if (response.status === 429 && !response.headers.has('retry-after')) return '429 without a time to wait'
  if (method === 'HEAD') return undefined
  const json = JSON.parse(text) as { code?: string; message?: string; fields?: object }
  if (!Object.hasOwn(ERROR_STATUS, json.code ?? '')) return `an error of another form: ${text.slice(0, 300)}`
  // A conflict echoes the lines that were sent.
  const words = [json.message, ...Object.values(json.fields ?? {})].join('\n')
  return response.status !== 409 && INTERNALS.test(words) ? `speaks of the machinery: ${words}` : undefined
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
/** Retained memory: the minimum of several measurements, since pending work may still hold some. */
async function heapBytes(): Promise<number> {
  const looks: number[] = []
  for (let look = 0; look < 5; look++) {
    collectGarbage()
    looks.push(process.memoryUsage().heapUsed)
    await nextTurn()
  }
  return Math.min(...looks)
}

const describeSent = ({ path, body, headers }: Sent) =>
  JSON.stringify({
    path,
    headers,
    contentType: body?.contentType,
    body: body && Buffer.from(body.bytes).toString('latin1').slice(0, 2_000),
  })

/** How many requests were asked again because they were slow. */
let repeated = 0

/** Sends this many requests to a call and returns the faults, one example of each kind. */
async function fuzz(call: Call, count: number): Promise<string[]> {
  const requests = fc.sample(requestsOf(call), { numRuns: count, seed: proofSeed })
  const complaints = new Map<string, string>()
  for (let from = 0; from < requests.length; from += AT_ONCE) {
    await Promise.all(
      requests.slice(from, from + AT_ONCE).map(async (sent) => {
        // Retries once: a request that was slow because of a busy machine is then in time.
        const first = await send(call.method, sent)
        const isSlow = first?.startsWith(SLOW) ?? false
        if (isSlow) repeated += 1
        const complaint = isSlow ? await send(call.method, sent) : first
        if (complaint === undefined || complaints.has(complaint)) return
        complaints.set(complaint, `${call.method} ${call.template} ${complaint}\n${describeSent(sent)}`)
      }),
    )
  }
  return [...complaints.values()].slice(0, 5)
}

async function fuzzAll(calls: readonly Call[], count: number): Promise<void> {
  const complaints: string[] = []
  for (const call of calls) complaints.push(...(await fuzz(call, count)))
  expect(complaints.join('\n\n')).toBe('')
}

test(
  'any request to any call gets 2xx or 4xx with our own error body, in time, without leaking memory',
  async () => {
    await prove(async () => {
      const calls = await listCalls()
      // Warms up compiled code, caches and pools, and exercises the rate limits, which would shield the handlers from most
      // requests and are off after that.
      await fuzzAll(calls, WARM_UP_BODIES)
      shop.settings.rateLimits = false
      const before = await heapBytes()
      repeated = 0
      const started = performance.now()
      await fuzzAll(calls, BODIES)
      const count = calls.length * BODIES
      const perSecond = Math.round((count / (performance.now() - started)) * 1_000)
      const growth = (await heapBytes()) / before
      expect(growth).toBeLessThan(MEMORY_GROWTH)
      await shop.jobs.runDue()
      await checkLedger(shop.db)
      return {
        invariants: 'I21',
        what: `Hostile requests to each of ${calls.length} calls`,
        count,
        unit: 'requests',
        found: `no 5xx, none over 1 s (${repeated} repeated), ${perSecond} requests per second, memory ×${growth.toFixed(2)}`,
      }
    })
  },
  TIMEOUT_MS,
)
