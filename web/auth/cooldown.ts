import { useLayoutEffect, useState } from 'react'
import { RESEND_COOLDOWN_S } from '#shared/limits.ts'

/** When another code may be asked for, if one is sent now; `waitS` is what the server says instead of the usual. */
export function nextResendMs(waitS: number = RESEND_COOLDOWN_S): number {
  return Date.now() + waitS * 1000
}

/** The whole seconds from `nowMs` until `endMs`; 0 once it is past. */
export function secondsUntil(endMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((endMs - nowMs) / 1000))
}

/** Counts down by 1 a second, by the clock: also over a reload, and while the tab slept. */
export function useCooldown(endMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  // Before the paint, as the time last looked at may be long ago when the end moves.
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
