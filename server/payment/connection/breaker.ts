const FAILURES_TO_OPEN = 5
export const BREAKER_OPEN_MS = 30_000

/**
 * Circuit breaker: five consecutive failures open it for 30 seconds. After that it is half-open and lets one trial call
 * through: success closes it, failure opens it again.
 */
export function createBreaker(now: () => number) {
  let failures = 0
  let openedAtMs = 0
  let isTrying = false
  /** Not if the clock was set back since: the breaker would stay open for as long as that. */
  const isPausing = () => {
    const sinceMs = now() - openedAtMs
    return sinceMs >= 0 && sinceMs < BREAKER_OPEN_MS
  }
  const isOpen = () => failures >= FAILURES_TO_OPEN && isPausing()
  return {
    /** Does not consume the trial call. */
    isOpen,
    /** True if a call may be made. While half-open, true for a single trial call. */
    admit: () => {
      if (failures < FAILURES_TO_OPEN) return true
      if (isPausing() || isTrying) return false
      isTrying = true
      return true
    },
    succeeded: () => {
      failures = 0
      isTrying = false
    },
    failed: () => {
      failures++
      isTrying = false
      if (failures >= FAILURES_TO_OPEN) openedAtMs = now()
    },
  }
}
