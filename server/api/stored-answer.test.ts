import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Coded, storeAnswer } from './stored-answer.ts'

const PLAIN = { status: 200, headers: {} }
const page = new TextEncoder().encode('<p>₦12,500</p>'.repeat(500))

const whole = ({ pieces }: Coded) => Buffer.concat(pieces)

test('each coding holds the same content under a strong validator of its own', async () => {
  const answer = storeAnswer(page, PLAIN)
  const [identity, brotli, gzip] = await Promise.all([
    answer.in('identity'),
    answer.in('br'),
    answer.in('gzip'),
  ])
  expect(new Uint8Array(brotliDecompressSync(whole(brotli)))).toEqual(page)
  expect(new Uint8Array(gunzipSync(whole(gzip)))).toEqual(page)
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
  expect(answer.size()).toBe(page.byteLength + whole(one).byteLength)
})

test('what fits in one packet is not compressed', async () => {
  const small = await storeAnswer(page.slice(0, 200), PLAIN).in('br')
  expect(small.headers).not.toHaveProperty('content-encoding')
  expect(whole(small).byteLength).toBe(200)
})

test('renewed with other headers it is not compressed again', async () => {
  const answer = storeAnswer(page, { status: 200, headers: { Age: 'old' } })
  const { pieces, etag } = await answer.in('br')
  const renewed = answer.renewed({ Age: 'new' })
  expect(renewed.readyIn('br')).toMatchObject({ etag, headers: { age: 'new' } })
  expect(renewed.readyIn('br')?.pieces).toBe(pieces)
  expect(renewed.size()).toBe(answer.size())
})

test('in pieces it is the same response, and the pieces are not copied', async () => {
  const pieces = [page.subarray(0, 1_000), page.subarray(1_000, 3_000), page.subarray(3_000)]
  const [answer, one] = [storeAnswer(pieces, PLAIN), storeAnswer(page, PLAIN)]
  expect([answer.size(), answer.text(), answer.name]).toEqual([one.size(), one.text(), one.name])
  const [identity, brotli] = [await answer.in('identity'), await answer.in('br')]
  expect(identity.bodyHeaders).toMatchObject({ 'content-length': String(page.byteLength) })
  expect(identity.pieces.map(({ byteOffset }) => byteOffset)).toEqual(
    pieces.map(({ byteOffset }) => byteOffset),
  )
  expect(new Uint8Array(whole(identity))).toEqual(page)
  expect(new Uint8Array(brotliDecompressSync(whole(brotli)))).toEqual(page)
})
