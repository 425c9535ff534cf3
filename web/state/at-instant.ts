/** A timer cannot wait longer than this (2^31 ms, about 24.8 days); no page stays open that long. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * Calls when the clock reaches `atMs`, and whenever the page is left or looked at again, since a timer sleeps with its page: who
 * is called looks at the clock. Answers how to call it off.
 */
export function atInstant(atMs: number, call: () => void): () => void {
  const timer = setTimeout(call, Math.min(atMs - Date.now(), LONGEST_TIMER_MS))
  document.addEventListener('visibilitychange', call)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', call)
  }
}
