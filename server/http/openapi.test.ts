import { createHash } from 'node:crypto'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { createResponseCache } from '#server/http-cache/response-cache.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const shop = openShopScene(undefined, {
  cache: createResponseCache({ maxBytes: 10_000_000, now: () => shop.clock.now }),
})

type Operation = {
  operationId: string
  security?: object[]
  parameters?: { name: string; in: string; required?: boolean }[]
  requestBody?: {
    required?: boolean
    content: Record<string, { schema: Parameters<typeof z.fromJSONSchema>[0] }>
  }
  responses: Record<string, { description: string; headers?: Record<string, { required?: boolean }> }>
}

const getDocument = async () => (await shop.call('GET', '/api/openapi.json')).body

async function listOperations(): Promise<[string, Operation][]> {
  const body = await getDocument()
  return Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method} ${path}`,
      operation,
    ]),
  )
}

test("the document passes Redocly's recommended rules", async () => {
  const source = JSON.stringify(await getDocument())
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  expect(problems.map(({ ruleId, message, location: [at] }) => [ruleId, message, at?.pointer])).toEqual([])
})

test('calls that know a shopper by a session, but do without one, say so', async () => {
  const optional = (await listOperations()).filter(([, { security = [] }]) => security.length === 2)
  for (const [, { security }] of optional) expect(security).toEqual([{ session: [] }, {}])
  expect(optional.map(([name]) => name).toSorted()).toEqual([
    'get /payment/verify/{reference}',
    'get /review/{id}',
    'post /auth/logout',
    'post /payment/initialize',
  ])
})

test('a 401 is about the session only where one is needed', async () => {
  const reasons = (await listOperations()).flatMap(([name, { security = [], responses }]) =>
    responses['401'] === undefined || security.length === 1 ? [] : [[name, responses['401'].description]],
  )
  expect(Object.fromEntries(reasons)).toEqual({
    'post /admin/login': 'The email or the password is wrong.',
    'post /admin/login/passkey': 'The passkey is not known here, or took too long.',
    'post /auth/login': 'The email or the password is wrong.',
    'post /payment/webhook': 'The signature does not fit the body.',
  })
})

test('each write describes its body, unless it takes none', async () => {
  // Those of the admin have no other way to be written than with their schema.
  const writes = (await listOperations()).filter(([name]) => /^post (?!\/admin\/)/.test(name))
  const bodies = new Map(writes.map(([name, { requestBody }]) => [name, requestBody]))
  const bodiless = [...bodies].filter(([, body]) => body === undefined).map(([name]) => name)
  expect(bodiless).toEqual(['post /auth/logout', 'post /stock-alert/{id}/stop'])
  const optional = [...bodies].filter(([, body]) => body !== undefined && !body.required)
  expect(optional.map(([name]) => name)).toEqual(['post /csp-report'])
  expect(Object.keys(bodies.get('post /auth/register')?.content ?? {})).toEqual([
    'application/json',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
  ])
  expect(Object.keys(bodies.get('post /csp-report')?.content ?? {})).toEqual([
    'application/csp-report',
    'application/reports+json',
    'application/json',
  ])
})

const WRITTEN: readonly RequestInit[] = [
  {},
  { body: 'x', headers: { 'content-type': 'text/plain' } },
  { body: '{', headers: { 'content-type': 'application/json' } },
  { body: '{}', headers: { 'content-type': 'application/json' } },
  { body: 'x'.repeat(300_000), headers: { 'content-type': 'application/json' } },
  { headers: { 'sec-fetch-site': 'cross-site' } },
]

test('each write declares how it refuses bodies and other sites', async () => {
  const undeclared = new Set<string>()
  for (const [name, { responses }] of await listOperations()) {
    const [method = '', path = ''] = name.split(' ')
    if (method === 'get') continue
    for (const init of WRITTEN) {
      const url = `/api${path.replace(/\{\w+\}/, 'unknown')}`
      const { status } = await shop.request(url, { ...init, method: method.toUpperCase() })
      if (responses[status] === undefined) undeclared.add(`${name}: ${status}`)
    }
  }
  expect([...undeclared]).toEqual([])
})

describe.each(['/api/openapi.json', '/api/docs'])('%s', (path) => {
  test('is revalidated rather than sent again', async () => {
    const first = await shop.request(path)
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60')
    const again = await shop.request(path, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    shop.clock.now += 600_000
    expect((await shop.request(path)).headers.get('age')).toBe('0')
  })
  test('is compressed for clients that accept it', async () => {
    const { headers } = await shop.request(path, { headers: { 'accept-encoding': 'br' } })
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual(['br', 'Accept-Encoding'])
  })
})

test('the docs page may load its own style and icon, and nothing else', async () => {
  const page = await shop.request('/api/docs')
  const html = await page.text()
  const policy = page.headers.get('content-security-policy') ?? ''
  const style = /<style>([\s\S]*)<\/style>/.exec(html)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(policy.split('; ').slice(0, 3)).toEqual([
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "img-src 'self'",
  ])
  expect(html).not.toMatch(/<script|style=|stylesheet/)
})
