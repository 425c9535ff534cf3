import { beforeEach, expect, test } from 'vitest'
import { storeAnswer } from '#server/api/stored-answer.ts'
import { type AnswerCache, createAnswerCache } from '#server/cache/answer-cache.ts'
import { EVERY_PRODUCT } from '#server/db/every-product.ts'
import { type CallApi, partReader } from './read-part.ts'

let cache: AnswerCache
/** What the app was asked for. */
let asked: string[]
let status: number
let lifeMs: number

beforeEach(() => {
  cache = createAnswerCache({ maxBytes: 1_000_000, now: () => 0 })
  asked = []
  status = 200
  lifeMs = 1_000
})

/** Answers as the app does: with what it caches under the path. */
const request: CallApi = async (path, _init, onKept) => {
  asked.push(path)
  const written = { value: [path], text: JSON.stringify([path]) }
  const answer = storeAnswer(Buffer.from(written.text), { status, headers: {} })
  const kept = await cache.get(`key of ${path}`, async () => ({
    answer,
    shows: new Set([EVERY_PRODUCT]),
    lifeMs,
  }))
  onKept(kept, `key of ${path}`, written)
  return new Response(status === 200 ? null : written.text, { status })
}

test('what many pages show is asked for once, and again after a change', async () => {
  const read = partReader({ request, cache })
  const first = await read('/api/categories')
  expect(first.written?.value).toEqual(['/api/categories'])
  const second = await read('/api/categories')
  expect(second.kept?.answer.text()).toBe('["/api/categories"]')
  expect(asked).toHaveLength(1)
  cache.forget(['tee'])
  await read('/api/categories')
  expect(asked).toHaveLength(2)
})

test.each([
  ['/api/product?page=2', undefined],
  ['/api/cart', { method: 'POST' }],
  [`/api/product/${'x'.repeat(300)}`, undefined],
])('%s is asked for each time', async (path, init) => {
  const read = partReader({ request, cache })
  await read(path, init)
  await read(path, init)
  expect(asked).toEqual([path, path])
})

test('a refusal is passed on each time, as it is', async () => {
  status = 404
  const read = partReader({ request, cache })
  for (const _ of [1, 2]) {
    const { kept, response } = await read('/api/product/none')
    expect([kept?.answer.status, response?.status]).toEqual([404, 404])
  }
  expect(asked).toHaveLength(2)
})

test('what is not cached is asked for each time', async () => {
  lifeMs = 0
  const read = partReader({ request, cache })
  await read('/api/categories')
  await read('/api/categories')
  expect(asked).toHaveLength(2)
})

test('without a cache the app answers each time', async () => {
  let answers = 0
  const read = partReader({ request: async () => Response.json([++answers]) })
  for (const answer of [1, 2]) {
    const { kept, response } = await read('/api/categories')
    expect(kept).toBeUndefined()
    expect(await response?.json()).toEqual([answer])
  }
})
