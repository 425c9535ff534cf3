import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { chooseCoding, compress } from './coding.ts'

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0.0,gzip;q=0', 'identity'],
  ['br;q=0.1', 'br'],
  ['', 'identity'],
  ['GZIP', 'gzip'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['identity;q=0, *;q=0.1', 'br'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['br;Q=0, gzip', 'gzip'],
  ['gzip;q=lots', 'identity'],
])('a browser that accepts %j gets %s', (accepted, coding) => {
  expect(chooseCoding(accepted)).toBe(coding)
})

test('every coding preserves the page', async () => {
  const html = '<!doctype html><p>₦180,000</p>'.repeat(100)
  const bytes = new TextEncoder().encode(html)
  const text = (coded: Uint8Array) => new TextDecoder().decode(coded)
  expect(text(gunzipSync(await compress(bytes, 'gzip')))).toBe(html)
  expect(text(brotliDecompressSync(await compress(bytes, 'br')))).toBe(html)
})
