import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'

/** What the server sends of the listing, without a browser: what that makes of it is in data-budget.test.ts. */

const journey = openJourney()

/** Of all script that the document names, which is what a first visit loads until the page works. */
const SCRIPT_GZIP_BYTES = 140_000

test('a first visit to the listing loads at most 140 KB of script', async () => {
  const { text } = await journey.ask('GET', '/products')
  const named = new Set(text.match(/\/assets\/[\w.-]+\.js/g))
  expect(named.size).toBeGreaterThan(1)
  const sizes = await Promise.all(
    [...named].map(async (path) => {
      const script = await (await fetch(journey.url() + path)).bytes()
      return gzipSync(script, { level: 9 }).byteLength
    }),
  )
  expect(sizes.reduce((total, size) => total + size, 0)).toBeLessThanOrEqual(SCRIPT_GZIP_BYTES)
})

test('both variants are the same for everybody, and caches can distinguish them', async () => {
  const full = await journey.ask('GET', '/products')
  const saving = await journey.ask('GET', '/products', undefined, { 'save-data': 'on' })
  for (const { status, headers } of [full, saving]) {
    expect(status).toBe(200)
    expect(headers.get('vary')).toMatch(/\bSave-Data\b/)
    expect(headers.get('cache-control')).toMatch(/\bpublic\b/)
  }
  expect(full.text).not.toMatch(/<html[^>]*data-saver/)
  expect(saving.text).toMatch(/<html[^>]*data-saver/)
})
