import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keep } from './shelf.ts'

/** A browser's cache: ordered by insertion, and never done in the same moment. */
class FakeCache {
  readonly kept = new Map<string, Response>()
  timesListed = 0
  async keys() {
    this.timesListed += 1
    return [...this.kept.keys()]
  }
  async match(url: string) {
    return this.kept.get(url)
  }
  async put(url: string, response: Response) {
    this.kept.set(url, response)
  }
  async delete(url: string) {
    return this.kept.delete(url)
  }
}

let shelves: Map<string, FakeCache>

beforeEach(() => {
  shelves = new Map()
  vi.stubGlobal('caches', {
    open: async (name: string) => {
      const cache = shelves.get(name) ?? new FakeCache()
      shelves.set(name, cache)
      return cache
    },
  })
})
afterEach(() => void vi.unstubAllGlobals())

const isWanted = () => true
const urlsOf = (name: string) => [...(shelves.get(name)?.kept.keys() ?? [])]
const put = (shelf: string, url: string, bounds = { maxCount: 3, maxBytes: 100 }, bytes = 10) =>
  keep(shelf, url, new Response(new Uint8Array(bytes)), { ...bounds, isWanted })

test('the oldest entries are evicted, by number and by size', async () => {
  for (const url of ['a', 'b', 'c', 'b', 'd']) await put('pages', url)
  expect(urlsOf('pages')).toEqual(['c', 'b', 'd'])
  await put('pages', 'e', { maxCount: 3, maxBytes: 100 }, 90)
  expect(urlsOf('pages')).toEqual(['d', 'e'])
})

test('many entries at once are trimmed together, each shelf for itself', async () => {
  const urls = Array.from({ length: 40 }, (_, place) => `picture-${place}`)
  await Promise.all([...urls.map((url) => put('pictures', url)), put('pages', 'home')])
  expect(urlsOf('pictures')).toHaveLength(3)
  expect(urlsOf('pages')).toEqual(['home'])
  expect(shelves.get('pictures')?.timesListed).toBeLessThanOrEqual(3)
  await put('pictures', 'one-more')
  expect(urlsOf('pictures')).toContain('one-more')
  expect(urlsOf('pictures')).toHaveLength(3)
})

test('a trim that fails does not keep the next from happening', async () => {
  const listing = vi.spyOn(FakeCache.prototype, 'keys').mockRejectedValueOnce(new Error('No room'))
  await expect(put('pages', 'a')).rejects.toThrow('No room')
  for (const url of ['b', 'c', 'd']) await put('pages', url)
  expect(urlsOf('pages')).toEqual(['b', 'c', 'd'])
  listing.mockRestore()
})
