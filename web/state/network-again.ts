import { isThere } from './fetch-in-time.ts'

export const RETRY_MS = 10_000

/** Resolves when the browser reports a network; it may never have noticed the outage, so after `waitMs` in any case. */
export function networkAgain(waitMs = RETRY_MS): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      removeEventListener('online', end)
      clearTimeout(timer)
      done()
    }
    const timer = setTimeout(end, waitMs)
    addEventListener('online', end)
  })
}

/**
 * Resolves once the shop has an answer for this path, or nobody wants it any more: a network that has just come back may not
 * carry anything yet. `waitMs` is how long to wait before the first question; none is sent while nobody looks at the page.
 */
export async function untilThere(path: string, isWanted: () => boolean, waitMs?: number): Promise<void> {
  await networkAgain(waitMs)
  while (isWanted() && !(navigator.onLine && !document.hidden && (await isThere(path)))) await networkAgain()
}
