import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { adminPages } from './admin.ts'

const folder = mkdtempSync(join(tmpdir(), 'admin-pages-'))
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Admin</title>')
writeFileSync(join(folder, 'sw.js'), 'self')
writeFileSync(join(folder, 'assets', 'index-1a2b.js'), 'export {}')
afterAll(() => rmSync(folder, { recursive: true }))

const pages = adminPages(folder, 'https://jara.example')

test.each([
  ['/admin', 200, 'no-cache', 'text/html; charset=UTF-8'],
  ['/admin/orders/4f2a9', 200, 'no-cache', 'text/html; charset=UTF-8'],
  [
    '/admin/assets/index-1a2b.js',
    200,
    'public, max-age=31536000, immutable',
    'text/javascript; charset=utf-8',
  ],
  ['/admin/assets/index-0000.js', 404, null, 'text/plain; charset=UTF-8'],
  ['/admin/sw.js', 200, 'no-cache', 'text/javascript; charset=utf-8'],
  ['/admin/manifest.webmanifest', 200, 'no-cache', 'application/manifest+json; charset=utf-8'],
  ['/administrator', 404, null, 'text/plain; charset=UTF-8'],
])('%s is %i', async (path, status, lifetime, type) => {
  const { status: responded, headers } = await pages.request(path)
  expect({
    status: responded,
    lifetime: headers.get('cache-control'),
    type: headers.get('content-type'),
  }).toEqual({ status, lifetime, type })
})

test('the document runs nothing from elsewhere, is in no index, and its address in no Referer', async () => {
  const { headers } = await pages.request('/admin')
  expect(headers.get('content-security-policy')).toMatch(/script-src 'self';.*frame-ancestors 'none'/)
  expect(headers.get('x-robots-tag')).toBe('noindex')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})

test('the worker and the installed app are for the admin alone', async () => {
  const { headers } = await pages.request('/admin/sw.js')
  expect(headers.get('service-worker-allowed')).toBe('/admin')
  const manifest = await (await pages.request('/admin/manifest.webmanifest')).json()
  expect(manifest).toMatchObject({ scope: '/admin', start_url: '/admin', display: 'standalone' })
})
