import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Listener, Subscriber } from '#server/db/listen.ts'
import { finish } from '#server/http-cache/finished-response.ts'
import { type Computed, createResponseCache } from '#server/http-cache/response-cache.ts'
import { subscribeToChanges } from './subscribe-to-changes.ts'

/** A change must be visible everywhere within this time; the rest of the second is for its delivery. */
const SEEN_MS = 750

/** While no notification arrives. */
const READ_AGAIN_MS = 20_000

const log = pino({ level: 'silent' })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const computed = async (text: string, seconds = 60): Promise<Computed> => ({
  response: await finish(new Response(text)),
  lifetime: { tags: ['tee'], seconds, isStrict: false },
})

/** Subscribes to any channel; whoever listens is in `ears`. */
function listenWith(ears: Subscriber[]): Listener['listen'] {
  return async (_channel, ear) => {
    ears.push(ear)
    return async () => {}
  }
}

/** A shop that is notified of a change of `tee`, with an index that takes this long to apply it. */
async function openHearing(indexMs: number) {
  const cache = createResponseCache({ maxBytes: 1_000_000, now: Date.now })
  const ears: Subscriber[] = []
  const listen = listenWith(ears)
  const take = () => new Promise<void>((done) => setTimeout(done, indexMs))
  const productIndex = { take, setHearing: () => {}, onFound: () => {} }
  await subscribeToChanges({ listen }, { productIndex, now: () => new Date(), log, cache })
  const change = () => {
    for (const { onPayload } of ears) onPayload('tee')
  }
  return { cache, change }
}

test.each([0, 299, 5_000])(
  'however long the index takes (%i ms), a stale response is served for less than a second',
  async (indexMs) => {
    const { cache, change } = await openHearing(indexMs)
    await cache.get('a', () => computed('old'))
    change()
    const heardAtMs = Date.now()
    const slowly = async () => {
      await new Promise<void>((done) => setTimeout(done, SEEN_MS * 3))
      return computed('new')
    }
    let lastGivenMs = 0
    for (let ms = 0; ms < SEEN_MS * 3; ms += 10) {
      void cache.get('a', slowly)
      if (cache.find('a') !== undefined) lastGivenMs = Date.now() - heardAtMs
      await vi.advanceTimersByTimeAsync(10)
    }
    expect(lastGivenMs).toBeLessThan(SEEN_MS)
  },
)

/** A shop with an index that takes a while to read everything. `readAtMs` is the time whose data it holds. */
async function openDeafening(readingMs: number) {
  const cache = createResponseCache({ maxBytes: 1_000_000, now: Date.now })
  const ears: Subscriber[] = []
  const held = { readAtMs: Date.now() }
  const take = async () => {
    const beganMs = Date.now()
    await new Promise<void>((done) => setTimeout(done, readingMs))
    held.readAtMs = beganMs
  }
  const said: string[] = []
  const stop = await subscribeToChanges(
    { listen: listenWith(ears) },
    {
      productIndex: { take, setHearing: () => {}, onFound: () => {} },
      now: () => new Date(),
      log: pino({}, { write: (line) => void said.push(JSON.parse(line).msg) }),
      cache,
    },
  )
  const gap = (isBack: boolean) => {
    for (const { onGap } of ears) onGap(isBack)
  }
  return { cache, held, said, gap, stop }
}

test('while nothing is heard, everything is read again every 20 seconds, and responses are made anew', async () => {
  const readingMs = 5_000
  const { cache, held, gap } = await openDeafening(readingMs)
  gap(false)
  let oldestMs = 0
  for (let second = 0; second < 600; second++) {
    await vi.advanceTimersByTimeAsync(1_000)
    const list = await cache.get('list', () => computed(String(held.readAtMs), 600))
    oldestMs = Math.max(oldestMs, Date.now() - Number(list.response.bytes.identity.toString()))
  }
  expect(oldestMs).toBeLessThanOrEqual(READ_AGAIN_MS + readingMs + SEEN_MS)
})

test('it is logged once when nothing is heard any more, and once when changes are heard again', async () => {
  const { said, gap } = await openDeafening(0)
  gap(false)
  await vi.advanceTimersByTimeAsync(10 * READ_AGAIN_MS)
  gap(true)
  await vi.advanceTimersByTimeAsync(10 * READ_AGAIN_MS)
  expect(said).toEqual([
    'changes are not heard: everything is read again every 20 seconds',
    'changes are heard again',
  ])
})

test.each(['heard again', 'closed'])('once it is %s, everything is read no more', async (how) => {
  const { held, gap, stop } = await openDeafening(0)
  gap(false)
  if (how === 'closed') await stop()
  else gap(true)
  await vi.advanceTimersByTimeAsync(1)
  const { readAtMs } = held
  await vi.advanceTimersByTimeAsync(10 * READ_AGAIN_MS)
  expect(held.readAtMs).toBe(readAtMs)
})

test('the index is told when nothing is heard, and to read everything again before it relies on what it hears', async () => {
  const told: string[] = []
  const productIndex = {
    take: async (changed: readonly string[]) => void told.push(`take ${changed}`),
    setHearing: (isHearing: boolean) => void told.push(isHearing ? 'hearing' : 'deaf'),
    onFound: () => {},
  }
  const ears: Subscriber[] = []
  const listen = listenWith(ears)
  await subscribeToChanges({ listen }, { productIndex, now: () => new Date(), log })
  for (const isBack of [false, true]) for (const { onGap } of ears) onGap(isBack)
  // Without a turn in between: otherwise the index would count as current before it reads.
  expect(told).toEqual(['deaf', 'take *', 'hearing', 'take *'])
})

test('when the second channel cannot be heard, the first is let go', async () => {
  const heard = new Set<string>()
  const listen: Listener['listen'] = async (channel) => {
    if (heard.size === 1) throw new Error('no second channel')
    heard.add(channel)
    return async () => void heard.delete(channel)
  }
  const productIndex = { take: async () => {}, setHearing: () => {}, onFound: () => {} }
  const hearing = subscribeToChanges({ listen }, { productIndex, now: () => new Date(), log })
  await expect(hearing).rejects.toThrow('no second channel')
  expect(heard).toEqual(new Set())
})
