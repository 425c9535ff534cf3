import { useSyncExternalStore } from 'react'
import { MINUTE_MS } from '#shared/duration.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * The present minute, in ms since 1970, by the shopper's clock; null while rendering and for the first paint, which is the
 * same for everybody. Moves on by itself, and at once when a page that slept is looked at again.
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
