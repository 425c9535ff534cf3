import { pino } from 'pino'
import { expect, test } from 'vitest'
import { seedProduct } from '#test/support/purchase.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

type Line = { msg: string; path?: string; count?: number; err?: { message: string } }
const lines: Line[] = []
const linesOf = (msg: string) => lines.filter((line) => line.msg === msg)

const shop = openShopScene(undefined, {
  log: pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
  pages: {
    isDev: false,

    render: async (request, { apiFetch }) => {
      const { pathname } = new URL(request.url)
      const status = pathname === '/' ? 200 : 404
      if (pathname === '/broken') throw new Error('A component has failed')
      if (pathname === '/moved')
        return new Response(null, {
          status: 307,
          headers: { location: `${new URL(request.url).origin}//login?from=a` },
        })
      if (!pathname.startsWith('/products/')) return new Response('<!doctype html>', { status })
      const { ok } = await apiFetch(`/api/product/${pathname.slice(10)}`)
      return new Response('<!doctype html>', { status: ok ? 200 : 500 })
    },
  },
})

test('a missing page gets a 404 and is logged by the first segment of its path alone', {
  tags: ['2.16'],
}, async () => {
  lines.length = 0
  expect((await shop.request('/')).status).toBe(200)
  expect((await shop.request('/no/such/page?email=ada@home.example')).status).toBe(404)
  for (const path of ['/ada@home.example', '/stop/4f9c1d', '/9f8e7d6c', '/orders?of=ada@home.example'])
    expect((await shop.request(path)).status).toBe(404)
  expect(linesOf('page not found').map(({ path }) => path)).toEqual([
    '/no/…',
    '/…',
    '/stop/…',
    '/…',
    '/orders',
  ])
})

test('a flood of missing pages writes some lines each second, and the number of the rest', async () => {
  shop.clock.now += 1_000
  lines.length = 0
  for (let asked = 0; asked < 50; asked++) await shop.request(`/missing/${asked}`)
  expect([linesOf('page not found').length, linesOf('more pages were not found').length]).toEqual([20, 0])
  shop.clock.now += 1_000
  await shop.request('/')
  expect(linesOf('more pages were not found')).toMatchObject([{ count: 30 }])
})

test('while the database is exhausted, pages and API calls respond with 503 and Retry-After', async () => {
  await seedProduct(shop.db, { id: 'tee' })
  // Apply pending changes while the database still responds.
  await shop.request('/robots.txt')
  const { $client } = shop.db as unknown as { $client: { query: unknown } }
  const { query } = $client
  $client.query = () => Promise.reject(new Error('timeout exceeded when trying to connect'))
  try {
    for (const path of ['/products/tee', '/api/product/tee']) {
      const response = await shop.ask(path)
      expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '2'])
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
  } finally {
    $client.query = query
  }
  expect((await shop.request('/products/tee')).status).toBe(200)
})

test('a page that cannot be rendered is a plain document, and its error is logged', async () => {
  lines.length = 0
  const response = await shop.request('/broken')
  expect([response.status, response.headers.get('cache-control')]).toEqual([500, 'no-store'])
  expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  expect(await response.text()).toContain('Your cart and wishlist are safe.')
  expect(linesOf('page not rendered')).toMatchObject([
    { path: '/broken', err: { message: 'A component has failed' } },
  ])
})

test('a path that begins like another host is a 404', async () => {
  for (const path of ['//elsewhere/', '///elsewhere/']) {
    expect((await shop.request(`http://localhost${path}`)).status).toBe(404)
  }
})

test('a private screen is cached nowhere, however its path is written', async () => {
  for (const path of ['/orders', '/Orders', '/%6frders', '/checkout%20']) {
    expect([path, (await shop.request(path)).headers.get('cache-control')]).toEqual([path, 'no-store'])
  }
})

test('pages accept GET and HEAD only', async () => {
  const response = await shop.request('/', { method: 'POST' })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

test('a redirect within the shop names no host', async () => {
  const { headers } = await shop.request('http://evil.example/moved')
  expect(headers.get('location')).toBe('/login?from=a')
})

test('a path that cannot be decoded redirects to one that can, which is a 404', async () => {
  const { status, headers } = await shop.request('/products/%ff?a=1')
  expect([status, headers.get('location')]).toEqual([308, '/products/%25ff?a=1'])
})
