import { arrivalOf, arrivalWords, type DeliveryZone, nextCutOffMs } from '#shared/delivery.ts'
import { MINUTE_MS } from '#shared/duration.ts'
import { shop } from '#shop.config'
import { useMinute } from './use-minute.ts'

/** Further ahead than this, a deadline is no help, only pressure. */
const CUT_OFF_NEAR_MINUTES = 180

/**
 * When an order paid now arrives, such as "Tue 24 Nov"; null until the shopper's clock has been read. Updates at the
 * cut-off.
 */
export function useArrivalWords(zone: DeliveryZone): string | null {
  const nowMs = useMinute()
  return nowMs === null ? null : arrivalWords(arrivalOf(nowMs, zone, shop.holidays))
}

/** "1 h 20 min": how long the shown dates stay valid, once that is near; otherwise null. */
export function useTimeToCutOff(): string | null {
  const nowMs = useMinute()
  if (nowMs === null) return null
  const minutes = (nextCutOffMs(nowMs, shop.holidays) - nowMs) / MINUTE_MS
  if (minutes > CUT_OFF_NEAR_MINUTES) return null
  const hours = Math.floor(minutes / 60)
  return [hours > 0 ? `${hours} h` : '', minutes % 60 > 0 ? `${minutes % 60} min` : '']
    .filter(Boolean)
    .join(' ')
}
