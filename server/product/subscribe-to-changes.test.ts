import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Listener, Subscriber } from '#server/db/listen.ts'
import { finish } from '#server/http-cache/finished-response.ts'
import { type Computed, createResponseCache } from '#server/http-cache/response-cache.ts'
import { NO_LEDGER } from '#test/support/shop.ts'
import { subscribeToChanges } from './subscribe-to-changes.ts'

/** A change must be visible everywhere within this time; the rest of the second is for its delivery. */
const SEEN_MS = 750

/** While no notification arrives. */
const READ_AGAIN_MS = 20_000
/** Between two looks into the ledger of stock moves. */
const LEDGER_MS = 20_000

const SHOP = { ledger: NO_LEDGER, now: () => new Date(), log: pino({ level: 'silent' }) }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const computed = async (text: string, seconds = 60): Promise<Computed> => ({
  response: await finish(new Response(text)),
  lifetime: { tags: ['tee'], seconds, isStrict: false },
})

/** Subscribes to any channel; all subscribers are in `subscribers`. */
function listenWith(subscribers: Subscriber[]): Listener['listen'] {
  return async (_channel, subscriber) => {
    subscribers.push(subscriber)
    return async () => {}
  }
}

/** A shop that is notified of a change of `tee`, with an index that applies it in this time. */
async function openNotified(indexMs: number) {
  const cache = createResponseCache({ maxBytes: 1_000_000, now: Date.now })
  const subscribers: Subscriber[] = []
  const listen = listenWith(subscribers)
  const apply = () => new Promise<void>((done) => setTimeout(done, indexMs))
  const productIndex = { apply, setListening: () => {} }
  await subscribeToChanges({ listen }, { ...SHOP, productIndex, cache })
  const change = () => {
    for (const { onPayload } of subscribers) onPayload('tee')
  }
  return { cache, change }
}

test.each([0, 299, 5_000])(
  'however long the index takes (%i ms), a stale response is served for less than a second',
  async (indexMs) => {
    const { cache, change } = await openNotified(indexMs)
    await cache.get('a', () => computed('old'))
    change()
    const notifiedAtMs = Date.now()
    const slowly = async () => {
      await new Promise<void>((done) => setTimeout(done, SEEN_MS * 3))
      return computed('new')
    }
    let lastGivenMs = 0
    for (let ms = 0; ms < SEEN_MS * 3; ms += 10) {
      void cache.get('a', slowly)
      if (cache.find('a') !== undefined) lastGivenMs = Date.now() - notifiedAtMs
      await vi.advanceTimersByTimeAsync(10)
    }
    expect(lastGivenMs).toBeLessThan(SEEN_MS)
  },
)

/** A shop with an index that takes a while to read everything. `readAtMs` is the time whose data it holds. */
async function openLosing(readingMs: number) {
  const cache = createResponseCache({ maxBytes: 1_000_000, now: Date.now })
  const subscribers: Subscriber[] = []
  const held = { readAtMs: Date.now() }
  const apply = async () => {
    const beganMs = Date.now()
    await new Promise<void>((done) => setTimeout(done, readingMs))
    held.readAtMs = beganMs
  }
  const said: string[] = []
  const stop = await subscribeToChanges(
    { listen: listenWith(subscribers) },
    {
      ...SHOP,
      productIndex: { apply, setListening: () => {} },
      log: pino({}, { write: (line) => void said.push(JSON.parse(line).msg) }),
      cache,
    },
  )
  const gap = (isBack: boolean) => {
    for (const { onGap } of subscribers) onGap(isBack)
  }
  return { cache, held, said, gap, stop }
}

test('while nothing is notified, everything is read again every 20 seconds, and responses are made anew', async () => {
  const readingMs = 5_000
  const { cache, held, gap } = await openLosing(readingMs)
  gap(false)
  let oldestMs = 0
  for (let second = 0; second < 600; second++) {
    await vi.advanceTimersByTimeAsync(1_000)
    const list = await cache.get('list', () => computed(String(held.readAtMs), 600))
    oldestMs = Math.max(oldestMs, Date.now() - Number(list.response.bytes.identity.toString()))
  }
  expect(oldestMs).toBeLessThanOrEqual(READ_AGAIN_MS + readingMs + SEEN_MS)
})

test('the index learns when nothing is notified, and reads everything again before it relies on notifications', async () => {
  const calls: string[] = []
  const productIndex = {
    apply: async (changed: readonly string[]) => void calls.push(`apply ${changed}`),
    setListening: (isListening: boolean) => void calls.push(`listening ${isListening}`),
  }
  const subscribers: Subscriber[] = []
  const listen = listenWith(subscribers)
  await subscribeToChanges({ listen }, { ...SHOP, productIndex })
  for (const isBack of [false, true]) for (const { onGap } of subscribers) onGap(isBack)
  // Without a turn in between: otherwise the index would count as current before it reads.
  expect(calls).toEqual(['listening false', 'apply *', 'listening true', 'apply *'])
})

test('when the second channel cannot be subscribed to, the first one is left', async () => {
  const subscribed = new Set<string>()
  const listen: Listener['listen'] = async (channel) => {
    if (subscribed.size === 1) throw new Error('no second channel')
    subscribed.add(channel)
    return async () => void subscribed.delete(channel)
  }
  const productIndex = { apply: async () => {}, setListening: () => {} }
  const subscribing = subscribeToChanges({ listen }, { ...SHOP, productIndex })
  await expect(subscribing).rejects.toThrow('no second channel')
  expect(subscribed).toEqual(new Set())
})

test('stock moves that nobody announced are found in the ledger as soon as it can be read', async () => {
  const moves = [{ number: 7, id: 'tee' }]
  let failures = 0
  const ledger = {
    findLastMove: async () => moves.at(-1)?.number ?? 0,
    listMovedSince: async (move: number) => {
      if (failures-- > 0) throw new Error('The database is away')
      return moves.filter(({ number }) => number > move).map(({ id }) => id)
    },
  }
  const applied: string[] = []
  const productIndex = {
    apply: async (changed: readonly string[]) => void applied.push(...changed),
    setListening: () => {},
  }
  await subscribeToChanges({ listen: listenWith([]) }, { ...SHOP, ledger, productIndex })
  moves.push({ number: 8, id: 'cap' })
  failures = 2
  await vi.advanceTimersByTimeAsync(2 * LEDGER_MS)
  expect(applied).toEqual([])
  // Once more after that: a move with a smaller number may have been committed later.
  await vi.advanceTimersByTimeAsync(4 * LEDGER_MS)
  expect(applied).toEqual(['cap', 'cap'])
})
