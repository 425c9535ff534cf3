import { useLayoutEffect, useState } from 'react'
import { RESEND_COOLDOWN_S } from '#shared/limits.ts'

/** When another code may be requested, if one is sent now; `waitS` is the server's Retry-After, if it gave one. */
export function nextResendMs(waitS: number = RESEND_COOLDOWN_S): number {
  return Date.now() + waitS * 1000
}

/** Whole seconds from `nowMs` until `endMs`; 0 once it has passed. */
export function secondsUntil(endMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((endMs - nowMs) / 1000))
}

/** Counts down by 1 per second, by the clock: also across a reload, and while the tab sleeps. */
export function useCooldown(endMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  // Before the paint: the last recorded time may be long past when `endMs` changes.
  useLayoutEffect(() => {
    const look = () => {
      setNowMs(Date.now())
      if (Date.now() >= endMs) clearInterval(timer)
    }
    const timer = setInterval(look, 1000)
    look()
    return () => clearInterval(timer)
  }, [endMs])
  return secondsUntil(endMs, nowMs)
}
