import { KEPT_AT } from './message.ts'

/** The limits of one cache; the oldest entries are evicted first. */
export type Bounds = { maxCount: number; maxBytes: number }

const SIZE = 'X-Kept-Bytes'

/**
 * Caches a copy with its arrival time, unless the shelf has been cleared since it was requested. Bytes are counted as stored:
 * uncompressed, not as transferred.
 */
export async function keep(
  shelf: string,
  url: string,
  response: Response,
  { isWanted, ...bounds }: Bounds & { isWanted: () => boolean },
): Promise<void> {
  const body = await response.arrayBuffer()
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  headers.set(KEPT_AT, new Date().toISOString())
  headers.set(SIZE, String(body.byteLength))
  // Opened in the same moment: a cache that is cleared after that takes what is put into it along.
  if (!isWanted()) return
  const cache = await caches.open(shelf)
  // Deleted first, so that it comes last: a cache is ordered by insertion.
  await cache.delete(url)
  await cache.put(url, new Response(body, { status: response.status, headers }))
  await trimInTurn(shelf, cache, bounds)
}

/** The shelves being trimmed, each with its cache if something was put into it since that trim began. */
const trimmed = new Map<string, Cache | undefined>()

/** A page brings many pictures at once: while a shelf is being trimmed, all that arrive share the next turn. */
async function trimInTurn(shelf: string, cache: Cache, bounds: Bounds): Promise<void> {
  const isUnderWay = trimmed.has(shelf)
  trimmed.set(shelf, cache)
  if (isUnderWay) return
  try {
    for (let next: Cache | undefined = cache; next !== undefined; next = trimmed.get(shelf)) {
      trimmed.set(shelf, undefined)
      await trim(next, bounds)
    }
  } finally {
    trimmed.delete(shelf)
  }
}

async function trim(cache: Cache, { maxCount, maxBytes }: Bounds): Promise<void> {
  const requests = await cache.keys()
  const sizes = await Promise.all(
    requests.map(async (request) => Number((await cache.match(request))?.headers.get(SIZE) ?? 0)),
  )
  let bytes = sizes.reduce((sum, size) => sum + size, 0)
  for (const [place, request] of requests.entries()) {
    const count = requests.length - place
    if (count <= maxCount && bytes <= maxBytes) return
    bytes -= sizes[place] ?? 0
    await cache.delete(request)
  }
}
