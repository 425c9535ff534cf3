import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Computed } from '#server/api/kept.ts'
import { storeAnswer } from '#server/api/stored-answer.ts'
import type { Listener } from '#server/db/listen.ts'
import { createAnswerCache } from './answer-cache.ts'
import { hearChanges, hearForReplica } from './hear-changes.ts'

/** A change must be visible everywhere within this time; the rest of the second is for its delivery. */
const SEEN_MS = 750

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const answer = (text: string): Computed => ({
  answer: storeAnswer(new TextEncoder().encode(text), { status: 200, headers: {} }),
  shows: new Set(['tee']),
  lifeMs: 60_000,
})

/** A shop that hears that `tee` has changed, with an index that takes this long to apply it. */
async function openHearing(indexMs: number) {
  const cache = createAnswerCache({ maxBytes: 1_000_000, now: Date.now })
  const ears: Parameters<Listener['listen']>[1][] = []
  const listen: Listener['listen'] = async (_channel, ear) => {
    ears.push(ear)
    return async () => {}
  }
  const take = () => new Promise<void>((done) => setTimeout(done, indexMs))
  const productIndex = { take, setHearing: () => {}, onFound: () => {} }
  await hearChanges({ listen }, { productIndex, now: () => new Date(), cache })
  const change = () => {
    for (const { onPayload } of ears) onPayload('tee')
  }
  return { cache, change }
}

test.each([0, 299, 5_000])(
  'however long the index takes (%i ms), a stale response is served for less than a second',
  async (indexMs) => {
    const { cache, change } = await openHearing(indexMs)
    await cache.get('a', async () => answer('old'))
    change()
    const heardAtMs = Date.now()
    const slowly = async () => {
      await new Promise<void>((done) => setTimeout(done, SEEN_MS * 3))
      return answer('new')
    }
    let lastGivenMs = 0
    for (let ms = 0; ms < SEEN_MS * 3; ms += 10) {
      void cache.get('a', slowly)
      if (cache.ready('a', 'identity') !== undefined) lastGivenMs = Date.now() - heardAtMs
      await vi.advanceTimersByTimeAsync(10)
    }
    expect(lastGivenMs).toBeLessThan(SEEN_MS)
  },
)

test('the index is told when nothing is heard, and to read everything again before it relies on what it hears', async () => {
  const told: string[] = []
  const productIndex = {
    take: async (changed: readonly string[]) => void told.push(`take ${changed}`),
    setHearing: (isHearing: boolean) => void told.push(isHearing ? 'hearing' : 'deaf'),
    onFound: () => {},
  }
  const ears: Parameters<Listener['listen']>[1][] = []
  const listen: Listener['listen'] = async (_channel, ear) => {
    ears.push(ear)
    return async () => {}
  }
  await hearChanges({ listen }, { productIndex, now: () => new Date() })
  for (const isBack of [false, true]) for (const { onGap } of ears) onGap(isBack)
  // Without a turn in between: otherwise the index would count as current before it reads.
  expect(told).toEqual(['deaf', 'take *', 'hearing', 'take *'])
})

test.each([
  [
    'the index and the cache',
    (listen: Listener['listen']) =>
      hearChanges(
        { listen },
        {
          productIndex: { take: async () => {}, setHearing: () => {}, onFound: () => {} },
          now: () => new Date(),
        },
      ),
  ],
  [
    'the replica',
    (listen: Listener['listen']) => hearForReplica({ listen }, { changed: () => {}, setHearing: () => {} }),
  ],
])('%s: when the second channel cannot be heard, the first is let go', async (_name, hear) => {
  const heard = new Set<string>()
  const listen: Listener['listen'] = async (channel) => {
    if (heard.size === 1) throw new Error('no second channel')
    heard.add(channel)
    return async () => void heard.delete(channel)
  }
  await expect(hear(listen)).rejects.toThrow('no second channel')
  expect(heard).toEqual(new Set())
})
