/** A dead connection never reports itself. A part takes up to 60 KB, which a slow phone network needs ten seconds for. */
const LIMIT_MS = 20_000

/** For the shop's own files. Browsers of before 2022 have no such limit, and wait. */
export function fetchInTime(path: string): Promise<Response> {
  return fetch(path, { signal: AbortSignal.timeout?.(LIMIT_MS) ?? null })
}
