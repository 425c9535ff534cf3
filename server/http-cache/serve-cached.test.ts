import { createServer, type IncomingHttpHeaders, request as openRequest, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { products } from '#server/db/schema/catalogue.ts'
import type { PageRenderer } from '#server/pages/built.ts'
import { subscribeToChanges } from '#server/product/subscribe-to-changes.ts'
import { seedProduct } from '#test/support/purchase.ts'
import { NO_LEDGER, openTestShop, type TestShop } from '#test/support/shop.ts'
import { createResponseCache } from './response-cache.ts'
import { serveCached } from './serve-cached.ts'

type RequestParts = { method?: string; path: string; headers?: Record<string, string>; body?: string }
type Received = { status: number | undefined; headers: IncomingHttpHeaders; body: string }

let shop: TestShop
let server: Server
/** The URLs that reached the app. */
let reached: string[]
let unsubscribe: () => Promise<void>

const render: PageRenderer = async (request, { apiFetch, variant }) => {
  const { pathname, search } = new URL(request.url)
  const id = /^\/products\/(.+)$/.exec(pathname)?.[1]
  const response = await apiFetch(id === undefined ? `/api/product${search}` : `/api/product/${id}`)
  const text = `<link rel="stylesheet" href="/assets/a.css"/><script>1</script><pre>${variant} ${JSON.stringify(await response.json())}</pre>${'<p>Jara</p>'.repeat(400)}`
  return new Response(text, { status: response.status })
}

beforeAll(async () => {
  const cache = createResponseCache({ maxBytes: 10_000_000, now: () => shop.clock.now })
  const pages = { render, isDev: false }
  // Served over https, so that HSTS is sent too.
  const settings = { publicUrl: 'https://jara.example', isLoopback: false, devMailbox: false }
  shop = await openTestShop({ cache, pages, settings })
  unsubscribe = await subscribeToChanges(shop.connection, { ...shop, cache, ledger: NO_LEDGER })
  await seedProduct(shop.db, { id: 'tee' })
  await seedProduct(shop.db, { id: 'cap' })
  const { app } = shop
  const counted = (path: string, init?: RequestInit) => {
    reached.push(path)
    return app.request(path, init)
  }
  const passOn = getRequestListener(
    (request, env) => {
      reached.push(new URL(request.url).pathname + new URL(request.url).search)
      return app.fetch(request, env)
    },
    { hostname: 'jara.example' },
  )
  server = createServer(serveCached({ request: counted }, { ...shop, cache }, passOn))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  server.close()
  await unsubscribe()
  await shop.close()
})
beforeEach(() => {
  shop.clock.now += 120_000
  reached = []
})

function ask({ method = 'GET', path, headers = {}, body }: RequestParts): Promise<Received> {
  const { port } = server.address() as AddressInfo
  return new Promise((done, fail) => {
    const sent = { host: 'jara.example', ...headers }
    const request = openRequest({ port, host: '127.0.0.1', method, path, headers: sent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () =>
        done({
          status: response.statusCode,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('latin1'),
        }),
      )
    })
    request.on('error', fail)
    request.end(body)
  })
}

/** Without what differs each time. */
function comparable({ status, headers, body }: Received) {
  const { date, 'x-request-id': requestId, ...rest } = headers
  expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
  return { status, headers: rest, body }
}

const PATHS = [
  '/',
  '/products',
  '/products?page=2&utm_source=x',
  '/products/tee',
  '/products/tee?ref=friend',
].concat([
  '/api/product',
  '/api/product?limit=1&x=1',
  '/api/product/tee',
  '/api/app-data/categories',
  '/robots.txt',
])
const WAYS: Omit<RequestParts, 'path'>[] = [
  {},
  { headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } },
  { headers: { 'accept-encoding': 'gzip' } },
  { headers: { 'accept-encoding': 'br;q=0, gzip' } },
  { headers: { 'accept-encoding': 'deflate' } },
  { headers: { 'save-data': 'on', 'accept-encoding': 'br' } },
  { headers: { 'if-none-match': '*' } },
  { headers: { 'if-none-match': '"another"' } },
  {
    headers: { range: 'bytes=0-9', authorization: 'Bearer x', cookie: 'a=b', origin: 'https://evil.example' },
  },
  { method: 'HEAD', headers: { 'accept-encoding': 'br' } },
]
const CASES = PATHS.flatMap((path) => WAYS.map((way): RequestParts => ({ path, ...way })))

test.each(CASES)('a cached response is as it was when computed: $method $path $headers', async (asked) => {
  const computed = await ask(asked)
  reached = []
  const cached = await ask(asked)
  expect(reached).toEqual([])
  expect(comparable(cached)).toEqual(comparable(computed))
  expect(cached.headers['strict-transport-security']).toBeDefined()
  expect(cached.headers['shop-cache']).toBeUndefined()
})

test.each(['/assets/../products', '/assets/%2e%2e/products', '//x/../../products', '/products/../products'])(
  'what is asked for as %s is left to the app, and changes nothing for those who ask for it by its own address',
  async (path) => {
    const before = await ask({ path: '/products' })
    reached = []
    await ask({ path })
    await ask({ path })
    expect(reached).toHaveLength(2)
    expect(comparable(await ask({ path: '/products' }))).toEqual(comparable(before))
  },
)

test('a client that has a response is not sent it again', async () => {
  const headers = { 'accept-encoding': 'br' }
  const first = await ask({ path: '/products', headers })
  reached = []
  const again = await ask({
    path: '/products',
    headers: { ...headers, 'if-none-match': `"a", ${first.headers.etag}` },
  })
  expect([again.status, again.body, reached]).toEqual([304, '', []])
  const { 'content-length': length, ...others } = comparable(first).headers
  expect(comparable(again).headers).toEqual(others)
})

describe('what is not public, is counted, or was not found is left to the app', () => {
  test.each<RequestParts>([
    { path: '/products', method: 'POST' },
    { path: '/api/product', method: 'POST', body: '{}' },
    { path: '/products', headers: { 'content-length': '2' }, body: '{}' },
    { path: '/products', headers: { host: 'evil example' } },
    { path: '/products?search=tee' },
    { path: '/api/product?search=tee' },
    { path: '/api/product?s%65arch=tee' },
    { path: '/checkout' },
    { path: '/products/nothing' },
    { path: '/products/%74ee' },
    { path: '/api/product/nothing' },
    { path: '/products?x=1#&page=2' },
    { path: '/api/auth/me', headers: { authorization: 'Bearer x' } },
  ])('$method $path $headers', async (asked) => {
    const path = asked.path.replace(/[?#].*$/, '')
    await ask({ path })
    await ask(asked)
    reached = []
    await ask(asked)
    // An invalid host does not even get there.
    expect(reached.length).toBe(asked.headers?.host === undefined ? 1 : 0)
  })
})

test('a flood of unknown parameters is served from the cache without reaching the app', async () => {
  const { body } = await ask({ path: '/products' })
  reached = []
  for (let flood = 0; flood < 300; flood++) {
    expect((await ask({ path: `/products?x=${flood}&utm_source=y${flood}` })).body).toBe(body)
  }
  expect(reached).toEqual([])
})

test('a change is visible, and an expired response is requested from the app again', async () => {
  const read = async () => (await ask({ path: '/products/cap' })).body
  await read()
  await shop.db.update(products).set({ price: 4_567_800 }).where(eq(products.id, 'cap'))
  await expect.poll(() => read()).toContain('"price":45678')
  // The response comes once the change is known everywhere: from here on nothing drops the page a second time.
  await shop.request('/api/product')
  await read()
  shop.clock.now += 20_000
  expect((await ask({ path: '/products/cap' })).headers.age).toBe('20')
  shop.clock.now += 41_000
  reached = []
  await read()
  expect(reached).toEqual(['/products/cap'])
})

test('a response from the cache is counted like any other', async () => {
  const counted = async () => {
    const text = await shop.metrics.print(undefined)
    const line =
      /jara_http_request_seconds_count\{method="GET",route="\/api\/product\/:id",status="200"\} (\d+)/
    return Number(line.exec(text)?.[1] ?? 0)
  }
  await ask({ path: '/api/product/tee' })
  const before = await counted()
  reached = []
  for (let asked = 0; asked < 5; asked++) await ask({ path: '/api/product/tee' })
  expect(reached).toEqual([])
  expect(await counted()).toBe(before + 5)
})

test.each([
  ['none', 'HTTP/1.0', ''],
  ['an empty one', 'HTTP/1.1', 'Host:\r\nConnection: close\r\n'],
])('a health check with %s for a Host gets its response', async (_, version, host) => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`GET /healthz ${version}\r\n${host}\r\n`)
  expect(await text(socket)).toMatch(/^HTTP\/1.1 200 OK\r\n/)
})
