import { create } from 'zustand'
import { MINUTE_MS } from '#shared/duration.ts'
import { atInstant } from '#ui/at-instant.ts'

/** A page may have been rendered a minute before it was sent, and takes a while on a slow line. */
const TOLERANCE_MS = 2 * MINUTE_MS

/**
 * By how much the server's clock is ahead of this device's, which may be days off: what a sale costs and when an order arrives is
 * decided by the server's. 0 as long as they agree.
 */
const useServerClock = create(() => ({ aheadMs: 0 }))

/** Called with the time that the server says it is. */
export function noteServerTime(serverMs: number): void {
  const aheadMs = serverMs - Date.now()
  if (Math.abs(aheadMs - useServerClock.getState().aheadMs) > TOLERANCE_MS)
    useServerClock.setState({ aheadMs })
}

/** The server's time at a moment of this device's clock. */
export const serverTimeOf = (deviceMs: number): number => deviceMs + useServerClock.getState().aheadMs

export const serverNowMs = (): number => serverTimeOf(Date.now())

/**
 * Calls when the server's clock reaches `atMs`, whenever this device's turns out to differ, and whenever the page is hidden or
 * shown: the callback must check the time. Returns a function that cancels it.
 */
export function atServerTime(atMs: number, call: () => void): () => void {
  const wait = () => atInstant(atMs - useServerClock.getState().aheadMs, call)
  let cancel = wait()
  const stop = useServerClock.subscribe(() => {
    cancel()
    cancel = wait()
    // Not at once: it may begin to wait anew.
    queueMicrotask(call)
  })
  return () => {
    stop()
    cancel()
  }
}
