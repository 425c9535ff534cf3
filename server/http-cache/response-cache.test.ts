import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { EVERY_PRODUCT } from '#server/db/every-product.ts'
import { MINUTE_MS } from '#shared/duration.ts'
import { SAME_CASES } from '#test/support/property.ts'
import { finish } from './finished-response.ts'
import { type Computed, createResponseCache, type ResponseCache } from './response-cache.ts'

let clock: number
let cache: ResponseCache
let computed: string[]

beforeEach(() => {
  clock = 1_000_000
  computed = []
  cache = createResponseCache({ maxBytes: 1_000_000, now: () => clock })
})

type Recipe = { text?: string; tags?: string[]; seconds?: number; isStrict?: boolean }
const recipe = async ({
  text = 'response',
  tags = ['tee'],
  seconds = 60,
  isStrict = false,
}: Recipe = {}): Promise<Computed> => ({
  response: await finish(new Response(text)),
  lifetime: { tags, seconds, isStrict },
})
/** Requests a key, computing `made` if necessary. Returns the text received. */
async function ask(key: string, made?: Recipe): Promise<string> {
  const got = await cache.get(key, () => {
    computed.push(key)
    return recipe(made)
  })
  return got.response.bytes.identity.toString()
}
/** A computation that is settled from outside. */
function slow(key: string) {
  const { promise, resolve, reject } = Promise.withResolvers<Computed>()
  const result = cache.get(key, () => {
    computed.push(key)
    return promise
  })
  return { result, resolve: async (made?: Recipe) => resolve(await recipe(made)), reject }
}

test('a clock that was set back lets nothing live longer', async () => {
  await ask('list', { tags: [EVERY_PRODUCT] })
  clock -= 10 * MINUTE_MS
  await ask('list', { tags: [EVERY_PRODUCT] })
  expect(computed).toEqual(['list', 'list'])
  clock += 10 * MINUTE_MS
  cache.invalidate([EVERY_PRODUCT])
  clock -= 5 * MINUTE_MS
  const renewing = slow('list')
  const reader = ask('list', { tags: [EVERY_PRODUCT] })
  renewing.resolve({ text: 'new', tags: [EVERY_PRODUCT] })
  expect(await reader).toBe('new')
})

test('concurrent requests cost one computation', async () => {
  const first = slow('a')
  const others = Array.from({ length: 500 }, () => ask('a'))
  first.resolve()
  await Promise.all([first.result, ...others])
  expect(computed).toEqual(['a'])
})

test('a failed computation fails for everyone waiting and is retried by the next request', async () => {
  const failing = slow('a')
  const waiting = ask('a')
  failing.reject(new Error('no database'))
  await expect(failing.result).rejects.toThrow('no database')
  await expect(waiting).rejects.toThrow('no database')
  expect(await ask('a')).toBe('response')
})

test('a response that must not be cached is computed each time', async () => {
  await ask('a', { seconds: 0 })
  await ask('a', { seconds: 0 })
  expect(computed).toEqual(['a', 'a'])
})

describe('a change', () => {
  test('of a product invalidates what shows it and nothing else', async () => {
    await ask('tee page', { tags: ['tee', 'cap'] })
    await ask('bag page', { tags: ['bag'] })
    cache.invalidate(['cap'])
    expect(await ask('tee page', { text: 'new' })).toBe('new')
    await ask('bag page')
    expect(computed).toEqual(['tee page', 'bag page', 'tee page'])
  })
  test('during a computation is not lost when it finishes', async () => {
    const first = slow('a')
    cache.invalidate(['tee'])
    first.resolve({ text: 'perhaps old' })
    await first.result
    expect(await ask('a', { text: 'new' })).toBe('new')
  })
  test('is bridged by the stale response while the new one is computed, for less than a second', async () => {
    await ask('a', { text: 'old' })
    cache.invalidate(['tee'])
    const renewing = slow('a')
    expect(await ask('a')).toBe('old')
    clock += 749
    expect(await ask('a')).toBe('old')
    clock += 1
    const waiting = ask('a')
    renewing.resolve({ text: 'new' })
    expect(await waiting).toBe('new')
  })
  test('of a strict response is never bridged, and outdates a computation that began before it', async () => {
    const isStrict = true
    await ask('a', { text: 'old', isStrict })
    cache.invalidate(['tee'])
    const renewing = slow('a')
    expect(cache.find('a')).toBeUndefined()
    cache.invalidate(['tee'])
    const waiting = ask('a', { text: 'newest', isStrict })
    renewing.resolve({ text: 'perhaps old', isStrict })
    expect(await waiting).toBe('newest')
  })
})

describe('while no notifications of changes arrive', () => {
  const isStrict = true
  const setListening = (isListening: boolean) => cache.setListening(isListening)

  test('a strict response is computed for each reader, any other is cached', async () => {
    setListening(false)
    for (let read = 0; read < 3; read++) {
      await ask('strict', { isStrict })
      await ask('other')
    }
    expect(cache.find('strict')).toBeUndefined()
    expect(computed).toEqual(['strict', 'other', 'strict', 'strict'])
  })
  test('nobody gets a strict response whose computation began before their request', async () => {
    setListening(false)
    const earlier = slow('a')
    const waiting = ask('a', { text: 'newest', isStrict })
    earlier.resolve({ text: 'perhaps old', isStrict })
    expect(await waiting).toBe('newest')
  })
  test('what is cached is computed again once they arrive', async () => {
    setListening(false)
    await ask('strict', { isStrict })
    await ask('other')
    computed = []
    setListening(true)
    await ask('strict', { isStrict })
    await ask('other')
    await ask('strict', { isStrict })
    expect(computed).toEqual(['strict', 'other'])
  })
})

test('at 20 changes a second a list is computed at most 4 times a second and is never a second stale', async () => {
  let truth = 0
  for (let tick = 0; tick < 1_000; tick++) {
    clock += 10
    if (tick % 5 === 0) {
      truth = clock
      cache.invalidate([`product ${tick}`])
    }
    const shown = Number(await ask('list', { text: String(truth), tags: [EVERY_PRODUCT] }))
    expect(truth - shown).toBeLessThan(1_000)
  }
  expect(computed.length).toBeLessThanOrEqual(41)
})

test('the least recently used entry is evicted when the cache is full', async () => {
  cache = createResponseCache({ maxBytes: 12_000, now: () => clock })
  const text = 'x'.repeat(3_000)
  for (const key of ['a', 'b']) await ask(key, { text })
  await ask('a', { text })
  await ask('c', { text })
  computed = []
  for (const key of ['a', 'c', 'b']) await ask(key, { text })
  expect(computed).toEqual(['b'])
})

test('whatever the order of events, no response outlives a change by a second, nor its own lifetime', async () => {
  const event = fc.oneof(
    fc.record({ do: fc.constant('ask' as const), key: fc.constantFrom('tee page', 'cap page', 'list') }),
    fc.record({ do: fc.constant('change' as const), key: fc.constantFrom('tee', 'cap', EVERY_PRODUCT) }),
    fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 900 }) }),
  )
  const SHOWS: Record<string, string[]> = {
    'tee page': ['tee'],
    'cap page': ['cap'],
    list: [EVERY_PRODUCT],
  }
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 60 }), async (events) => {
      cache = createResponseCache({ maxBytes: 1_000_000, now: () => clock })
      const changedAtMs = new Map<string, number>()
      for (const step of events) {
        if (step.do === 'wait') clock += step.ms
        else if (step.do === 'change') {
          for (const [key, shows] of Object.entries(SHOWS)) {
            if (key === 'list' || step.key === EVERY_PRODUCT || shows.includes(step.key))
              changedAtMs.set(key, clock)
          }
          cache.invalidate([step.key])
        } else {
          const madeAtMs = Number(
            await ask(step.key, { text: String(clock), tags: SHOWS[step.key] ?? [], seconds: 2 }),
          )
          expect(clock - madeAtMs).toBeLessThan(2_000)
          const missed = (changedAtMs.get(step.key) ?? 0) > madeAtMs
          if (missed) expect(clock - madeAtMs).toBeLessThan(1_000)
        }
      }
    }),
    SAME_CASES,
  )
})
