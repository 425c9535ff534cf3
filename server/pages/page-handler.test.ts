import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

const lines: { msg: string; path?: string }[] = []
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    pages: {
      isDev: false,
      assets: new Map(),
      render: async (request) =>
        new Response('<!doctype html>', { status: new URL(request.url).pathname === '/' ? 200 : 404 }),
    },
  })
})
afterAll(() => shop.close())

test('a page that is not there is answered 404 and logged by its path alone', async () => {
  lines.length = 0
  expect((await shop.request('/')).status).toBe(200)
  expect((await shop.request('/no/such/page?email=ada@home.example')).status).toBe(404)
  expect(lines.filter(({ msg }) => msg === 'page not found').map(({ path }) => path)).toEqual([
    '/no/such/page',
  ])
})

test('a page can only be read', async () => {
  const response = await shop.request('/', { method: 'POST' })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})
