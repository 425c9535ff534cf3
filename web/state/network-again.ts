import { isThere } from './fetch-in-time.ts'

const RETRY_MS = 10_000

/** Resolves when the browser reports a network; it may never have noticed the outage, so after a while in any case. */
export function networkAgain(): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      removeEventListener('online', end)
      clearTimeout(timer)
      done()
    }
    const timer = setTimeout(end, RETRY_MS)
    addEventListener('online', end)
  })
}

/** Resolves once the shop has an answer for this path, or nobody wants it any more: a network that has just come back may not carry anything yet. */
export async function untilThere(path: string, isWanted: () => boolean): Promise<void> {
  do await networkAgain()
  while (isWanted() && !(navigator.onLine && (await isThere(path))))
}
