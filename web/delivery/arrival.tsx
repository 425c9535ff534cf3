import { useSyncExternalStore } from 'react'
import { arrivalOf, arrivalWords, type DeliveryZone, nextCutOffMs } from '#shared/delivery.ts'
import { MINUTE_MS } from '#shared/duration.ts'
import { shop } from '#shop.config'
import { atServerTime, serverNowMs } from '#web/state/server-clock.ts'

/** "Arrives Tue 24 Nov". Reserves its space until the page knows the time. */
export function Arrives({ zone }: { zone: DeliveryZone }) {
  const words = useArrivalWords(zone)
  return <span>{words === null ? '\u00a0' : `Arrives ${words}`}</span>
}

/** How long the shown dates stay valid; unobtrusive, and shown only once that is near. */
export function CutOffNote() {
  const left = useTimeToCutOff()
  return left !== null && <p className="tabular text-ink-mute text-xs">{`If you pay within ${left}`}</p>
}

/** Further ahead than this, a deadline is no help, only pressure. */
const CUT_OFF_NEAR_MINUTES = 180

/**
 * When an order paid now arrives, such as "Tue 24 Nov"; null until the page knows the time. Updates at the cut-off.
 */
export function useArrivalWords(zone: DeliveryZone): string | null {
  const nowMs = useMinute()
  return nowMs === null ? null : arrivalWords(arrivalOf(nowMs, zone, shop.holidays))
}

/** "1 h 20 min": how long the shown dates stay valid, once that is near; otherwise null. */
function useTimeToCutOff(): string | null {
  const nowMs = useMinute()
  if (nowMs === null) return null
  const minutes = (nextCutOffMs(nowMs, shop.holidays) - nowMs) / MINUTE_MS
  if (minutes > CUT_OFF_NEAR_MINUTES) return null
  const hours = Math.floor(minutes / 60)
  return [hours > 0 ? `${hours} h` : '', minutes % 60 > 0 ? `${minutes % 60} min` : '']
    .filter(Boolean)
    .join(' ')
}

const minuteNow = () => Math.floor(serverNowMs() / MINUTE_MS) * MINUTE_MS

/**
 * The current minute, in ms since 1970, by the server's clock; null while rendering and for the first paint, which is the
 * same for everyone. Updates by itself, and at once when a sleeping page becomes visible again.
 */
function useMinute(): number | null {
  return useSyncExternalStore(subscribe, minuteNow, () => null)
}

function subscribe(changed: () => void): () => void {
  const next = () =>
    atServerTime(minuteNow() + MINUTE_MS, () => {
      stop()
      stop = next()
      changed()
    })
  let stop = next()
  return () => stop()
}
