/** A dead connection never reports itself. A part takes up to 60 KB, which a slow phone network needs ten seconds for. */
const LIMIT_MS = 20_000

/** For the shop's own files. Browsers of before 2022 have no such limit, and wait. */
export function fetchInTime(path: string): Promise<Response> {
  return fetch(path, { signal: AbortSignal.timeout?.(LIMIT_MS) ?? null })
}

/** The file, or that it is gone. Anything else may be otherwise in a moment. */
export function isAnswer({ ok, status }: Response): boolean {
  return ok || status === 404 || status === 410
}

/** Answered whenever the shop is. */
export const SHOP_PATH = '/healthz'

/** Whether the shop has an answer for this path, even if only that what was there is gone. */
export function isThere(path: string): Promise<boolean> {
  return fetchInTime(path).then(isAnswer, () => false)
}
