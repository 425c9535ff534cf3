import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { storeAnswer } from './stored-answer.ts'

const PLAIN = { status: 200, headers: {} }
const page = new TextEncoder().encode('<p>₦12,500</p>'.repeat(500))

test('each coding holds the same content under a strong validator of its own', async () => {
  const answer = storeAnswer(page, PLAIN)
  const [identity, brotli, gzip] = await Promise.all([
    answer.in('identity'),
    answer.in('br'),
    answer.in('gzip'),
  ])
  expect(new Uint8Array(brotliDecompressSync(brotli.bytes))).toEqual(page)
  expect(new Uint8Array(gunzipSync(gzip.bytes))).toEqual(page)
  expect(new Set([identity.etag, brotli.etag, gzip.etag]).size).toBe(3)
  for (const { etag } of [identity, brotli, gzip]) expect(etag).toMatch(/^"[\w-]+"$/)
})

test('the validator depends on the bytes alone', async () => {
  const etag = async (bytes: Uint8Array<ArrayBuffer>) => (await storeAnswer(bytes, PLAIN).in('br')).etag
  expect(await etag(page)).toBe(await etag(page.slice()))
  expect(await etag(page)).not.toBe(await etag(page.slice(1)))
})

test('compression runs once, and its result counts towards the size', async () => {
  const answer = storeAnswer(page, PLAIN)
  expect(answer.size()).toBe(page.byteLength)
  const [one, other] = await Promise.all([answer.in('br'), answer.in('br')])
  expect(one).toBe(other)
  expect(answer.size()).toBe(page.byteLength + one.bytes.byteLength)
})

test('what fits in one packet is not compressed', async () => {
  const { headers, bytes } = await storeAnswer(page.slice(0, 200), PLAIN).in('br')
  expect(headers).not.toHaveProperty('content-encoding')
  expect(bytes.byteLength).toBe(200)
})

test('renewed with other headers it is not compressed again', async () => {
  const answer = storeAnswer(page, { status: 200, headers: { Age: 'old' } })
  const { bytes, etag } = await answer.in('br')
  const renewed = answer.renewed({ Age: 'new' })
  expect(renewed.readyIn('br')).toMatchObject({ etag, headers: { age: 'new' } })
  expect(renewed.readyIn('br')?.bytes).toBe(bytes)
  expect(renewed.size()).toBe(answer.size())
})
