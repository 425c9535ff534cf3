import {
  createServer,
  type IncomingHttpHeaders,
  request as openRequest,
  type RequestListener,
  type Server,
} from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { products } from '#server/db/schema.ts'
import type { PageRenderer } from '#server/pages/renderer.ts'
import { seedProduct } from '#test/support/purchase.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { createAnswerCache } from './answer-cache.ts'
import { hearChanges } from './hear-changes.ts'
import { listenHot } from './hot-answers.ts'

type Asked = { method?: string; path: string; headers?: Record<string, string>; body?: string }
type Answer = { status: number | undefined; headers: IncomingHttpHeaders; body: string }

/** Served over https, so that HSTS is sent too. */
const SETTINGS = {
  publicUrl: 'https://jara.example',
  isLoopback: false,
  appSecret: 'a secret for tests only, long enough to pass',
  paymentChannels: ['card'],
  paymentChecksPerS: 5,
  databasePool: 10,
  devMailbox: false,
  rateLimits: true,
  trustProxy: 0,
}
let shop: TestShop
let hot: Server
let long: Server
/** The URLs that reached the app. */
let reached: string[]
let stopHearing: () => Promise<void>

const render: PageRenderer = async (request, { apiFetch, variant }) => {
  const { pathname, search } = new URL(request.url)
  const id = /^\/products\/(.+)$/.exec(pathname)?.[1]
  const answer = await apiFetch(id === undefined ? `/api/product${search}` : `/api/product/${id}`)
  const text = `<link rel="stylesheet" href="/assets/a.css"/><script>1</script><pre>${variant} ${JSON.stringify(await answer.json())}</pre>${'<p>Jara</p>'.repeat(400)}`
  return { status: answer.status, takeHtml: () => [text] }
}

const CSS = 'p{color:red}'

async function listenWith(listener: RequestListener): Promise<Server> {
  const server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return server
}

beforeAll(async () => {
  const cache = createAnswerCache({ maxBytes: 10_000_000, now: () => shop.clock.now })
  const style = new TextEncoder().encode(CSS)
  const bytes = { identity: style, gzip: style, br: style }
  const asset = { bytes, isCompressed: false, contentType: 'text/css', etag: '"a"', immutable: true }
  const pages = { render, assets: new Map([['/assets/a.css', asset]]), isDev: false }
  shop = await openTestShop({ cache, pages, settings: SETTINGS })
  stopHearing = await hearChanges(shop.connection, { ...shop, cache })
  await seedProduct(shop.db, { id: 'tee' })
  await seedProduct(shop.db, { id: 'cap' })
  const { app } = shop
  const counted = (request: Request, env: object) => {
    reached.push(new URL(request.url).pathname + new URL(request.url).search)
    return app.fetch(request, env)
  }
  hot = await listenWith(listenHot({ fetch: counted }, { ...shop, cache }))
  long = await listenWith(getRequestListener(app.fetch, { hostname: 'jara.example' }))
})
afterAll(async () => {
  hot.close()
  long.close()
  await stopHearing()
  await shop.close()
})
beforeEach(() => {
  shop.clock.now += 120_000
  reached = []
})

function ask(server: Server, { method = 'GET', path, headers = {}, body }: Asked): Promise<Answer> {
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
function comparable({ status, headers, body }: Answer) {
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
const WAYS: Omit<Asked, 'path'>[] = [
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
const CASES = PATHS.flatMap((path) => WAYS.map((way): Asked => ({ path, ...way })))

test.each(CASES)('the fast path and the app respond identically: $method $path $headers', async (asked) => {
  await ask(hot, asked)
  reached = []
  const short = await ask(hot, asked)
  expect(reached).toEqual([])
  expect(comparable(short)).toEqual(comparable(await ask(long, asked)))
  expect(short.headers['strict-transport-security']).toBeDefined()
})

test.each(['/assets/../products', '/assets/%2e%2e/products', '//x/../../products'])(
  'what is asked for as %s is answered by the app, and changes nothing for those who ask for it by its own address',
  async (path) => {
    await ask(hot, { path })
    await ask(hot, { path })
    expect(reached).toHaveLength(2)
    const asked = { path: '/products' }
    await ask(hot, asked)
    expect(comparable(await ask(hot, asked))).toEqual(comparable(await ask(long, asked)))
  },
)

test('a client that has a response is not sent it again', async () => {
  const headers = { 'accept-encoding': 'br' }
  const first = await ask(hot, { path: '/products', headers })
  const asked = { path: '/products', headers: { ...headers, 'if-none-match': `"a", ${first.headers.etag}` } }
  reached = []
  const again = await ask(hot, asked)
  expect([again.status, again.body, reached]).toEqual([304, '', []])
  expect(comparable(again)).toEqual(comparable(await ask(long, asked)))
})

describe('only the app answers', () => {
  test.each<Asked>([
    { path: '/products', method: 'POST' },
    { path: '/api/product', method: 'POST', body: '{}' },
    { path: '/products', headers: { 'content-length': '2' }, body: '{}' },
    { path: '/products', headers: { host: 'evil example' } },
    { path: '/products?search=tee' },
    { path: '/api/product?search=tee' },
    { path: '/api/product?s%65arch=tee' },
    { path: '/checkout' },
    { path: '/products/nothing' },
    { path: '/api/product/nothing' },
    { path: '/products?x=1#&page=2' },
    { path: '/api/auth/me', headers: { authorization: 'Bearer x' } },
  ])('$method $path $headers', async (asked) => {
    const path = asked.path.replace(/[?#].*$/, '')
    await ask(hot, { path })
    await ask(hot, asked)
    reached = []
    await ask(hot, asked)
    // An invalid host does not even get there.
    expect(reached.length).toBe(asked.headers?.host === undefined ? 1 : 0)
  })
})

test('a flood of unknown parameters is served from the cache without reaching the app', async () => {
  const { body } = await ask(hot, { path: '/products' })
  reached = []
  for (let flood = 0; flood < 300; flood++) {
    expect((await ask(hot, { path: `/products?x=${flood}&utm_source=y${flood}` })).body).toBe(body)
  }
  expect(reached).toEqual([])
})

test('parameters that a route reads are never stripped', async () => {
  for (const path of ['/products', '/products?page=2', '/products?inStock=true', '/products?x=1&page=2']) {
    await ask(hot, { path })
    expect((await ask(hot, { path })).body).toBe((await ask(long, { path })).body)
  }
  const [first, second] = await Promise.all(
    ['/api/product?limit=1', '/api/product?limit=1&page=2'].map((path) => ask(hot, { path })),
  )
  expect(first?.body).not.toBe(second?.body)
})

test('a change is visible, and an expired response is requested from the app again', async () => {
  const read = async () => (await ask(hot, { path: '/products/cap' })).body
  await read()
  await shop.db.update(products).set({ price: 4_567_800 }).where(eq(products.id, 'cap'))
  await expect.poll(() => read()).toContain('"price":45678')
  // Answered once everything has heard of the change: from here on nothing forgets the page a second time.
  await shop.request('/api/product')
  await read()
  shop.clock.now += 20_000
  expect((await ask(hot, { path: '/products/cap' })).headers.age).toBe('20')
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
  await ask(hot, { path: '/api/product/tee' })
  const before = await counted()
  reached = []
  for (let asked = 0; asked < 5; asked++) await ask(hot, { path: '/api/product/tee' })
  expect(reached).toEqual([])
  expect(await counted()).toBe(before + 5)
})

test.each([
  ['none', 'HTTP/1.0', ''],
  ['an empty one', 'HTTP/1.1', 'Host:\r\nConnection: close\r\n'],
])('a health check with %s for a Host is answered, with a cache and without', async (_, version, host) => {
  for (const server of [hot, long]) {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(`GET /healthz ${version}\r\n${host}\r\n`)
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200 OK\r\n/)
  }
})

test('a page that shares its style with others comes whole, also twice over one connection', async () => {
  const get = 'GET /products HTTP/1.1\r\nHost: jara.example\r\n'
  for (const server of [hot, long]) {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(`${get}\r\n${get}Connection: close\r\n\r\n`)
    const [, ...answers] = (await text(socket)).split('HTTP/1.1 200 OK\r\n')
    expect(answers).toHaveLength(2)
    for (const answer of answers) {
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      expect(head).toMatch(new RegExp(`^content-length: ${Buffer.byteLength(body)}$`, 'im'))
      expect(body).toMatch(/^<style>p\{color:red\}<\/style><script>1.*<p>Jara<\/p>$/s)
    }
  }
})
