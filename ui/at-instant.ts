/** The longest delay of a timer (2^31 ms, about 24.8 days); no page stays open that long. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * Calls when the clock reaches `atMs`, and whenever the page is hidden or shown again, since timers sleep with their page:
 * the callback must check the clock. Returns a function that cancels it.
 */
export function atInstant(atMs: number, call: () => void): () => void {
  const timer = setTimeout(call, Math.min(atMs - Date.now(), LONGEST_TIMER_MS))
  document.addEventListener('visibilitychange', call)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', call)
  }
}
