import type { Kept, Written } from '#server/api/kept.ts'
import { isRead } from '#server/api/method.ts'
import type { OnKept } from '#server/api/router.ts'
import type { AnswerCache } from '#server/cache/answer-cache.ts'

/** Calls the shop's own API in process. Where `onKept` was called with a 200, the response itself is empty. */
export type CallApi = (path: string, init: RequestInit | undefined, onKept: OnKept) => Promise<Response>

/** A cached 200, and what it was written from if that was done for this call; or any other response, `kept` or not. */
export type PartRead =
  | { kept: Kept; written?: Written | undefined; response?: undefined }
  | { kept: Kept | undefined; written?: undefined; response: Response }

/** Beyond that all are asked for once more. With the longest paths that takes 0.5 MB. */
const MOST_KEYS = 1_000
const MOST_CHARS = 200

/**
 * Reads what a page is built from. What several pages show, such as the categories, has an address without parameters: once the app
 * has told by which key it is cached, it is read without asking the app.
 */
export function partReader({ request, cache }: { request: CallApi; cache?: AnswerCache }) {
  const keys = new Map<string, string>()
  return async (path: string, init?: RequestInit): Promise<PartRead> => {
    const isShared = !path.includes('?') && path.length <= MOST_CHARS && isRead(init?.method ?? 'GET')
    const known = isShared ? keys.get(path) : undefined
    const found = known === undefined ? undefined : cache?.part(known)
    if (found?.answer.status === 200) return { kept: found }
    let read: { kept: Kept; written: Written | undefined } | undefined
    const response = await request(path, init, (kept, key, written) => {
      read = { kept, written }
      if (!isShared || kept.answer.status !== 200 || kept.lifeMs === 0) return
      if (keys.size >= MOST_KEYS) keys.clear()
      keys.set(path, key)
    })
    return read?.kept.answer.status === 200 ? read : { kept: read?.kept, response }
  }
}
