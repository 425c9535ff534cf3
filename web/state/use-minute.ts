import { useSyncExternalStore } from 'react'
import { MINUTE_MS } from '#shared/duration.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * The current minute, in ms since 1970, by the shopper's clock; null while rendering and for the first paint, which is the
 * same for everyone. Updates by itself, and at once when a sleeping page becomes visible again.
 */
export function useMinute(): number | null {
  return useSyncExternalStore(
    subscribe,
    () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS,
    () => null,
  )
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    document.addEventListener('visibilitychange', tell)
    waitForNext()
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', tell)
    clearTimeout(timer)
  }
}

function waitForNext(): void {
  timer = setTimeout(
    () => {
      waitForNext()
      tell()
    },
    MINUTE_MS - (Date.now() % MINUTE_MS),
  )
}

function tell(): void {
  for (const listener of listeners) listener()
}
