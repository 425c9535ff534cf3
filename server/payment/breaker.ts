const FAILURES_TO_OPEN = 5
const OPEN_MS = 30_000

/**
 * Stops asking a provider that fails: five failures in a row open it for 30 seconds, then one call is let through to
 * try; its success closes the breaker, its failure opens it again.
 */
export type Breaker = {
  /** True when a call may be made; while half open it lets one through. */
  admit: () => boolean
  /** Without taking the trial call. */
  isOpen: () => boolean
  succeeded: () => void
  failed: () => void
}

export function createBreaker(now: () => number): Breaker {
  let failures = 0
  let openUntilMs = 0
  let isTrying = false
  const isOpen = () => failures >= FAILURES_TO_OPEN && now() < openUntilMs
  return {
    isOpen,
    admit: () => {
      if (failures < FAILURES_TO_OPEN) return true
      if (now() < openUntilMs || isTrying) return false
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
      if (failures >= FAILURES_TO_OPEN) openUntilMs = now() + OPEN_MS
    },
  }
}
