import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterAll, expect, test } from 'vitest'
import type { AppEnv } from '#server/http/router.ts'
import { serveFiles } from './built.ts'

const folder = mkdtempSync(join(tmpdir(), 'jara-files-'))
afterAll(() => rmSync(folder, { recursive: true }))
mkdirSync(join(folder, 'assets'))
for (const [name, text] of [
  ['assets/text.js', 'as it is'],
  ['assets/text.js.br', 'in br'],
  ['assets/text.js.gz', 'in gzip'],
  ['assets/picture.avif', 'a picture'],
  ['sw.js', 'a service worker'],
  ['favicon.svg', '<svg/>'],
] as const)
  writeFileSync(join(folder, name), text)

const app = new Hono<AppEnv>().use(serveFiles(folder)).all('*', (context) => context.text('passed on', 404))

test.each([
  ['gzip, deflate, br, zstd', 'in br', 'br'],
  ['gzip', 'in gzip', 'gzip'],
  ['', 'as it is', null],
])(
  'a browser that accepts "%s" gets a script as the build has compressed it',
  async (accepted, text, coding) => {
    const response = await app.request('/assets/text.js', { headers: { 'accept-encoding': accepted } })
    expect(response.headers.get('content-encoding')).toBe(coding)
    expect(response.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(await response.text()).toBe(text)
  },
)

test.each([
  ['/assets/picture.avif', 'public, max-age=31536000, immutable'],
  ['/favicon.svg', 'public, max-age=3600'],
  ['/sw.js', 'no-cache'],
])('%s may be cached as %s', async (path, cacheControl) => {
  const { headers } = await app.request(path)
  expect(headers.get('cache-control')).toBe(cacheControl)
})

test.each(['/assets/none.js', '/assets/', '/assets/../built.test.ts', '/assets/%2e%2e/%2e%2e/etc/passwd'])(
  '%s is no file of the build',
  async (path) => {
    expect(await (await app.request(path)).text()).toBe('passed on')
  },
)
