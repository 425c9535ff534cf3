import type { DeliveryZone } from '#shared/delivery.ts'
import { useArrivalWords, useTimeToCutOff } from '#web/state/use-arrival.ts'

/** "Arrives Tue 24 Nov". Reserves its space until the shopper's clock has been read. */
export function Arrives({ zone }: { zone: DeliveryZone }) {
  const words = useArrivalWords(zone)
  return words === null ? '\u00a0' : `Arrives ${words}`
}

/** How long the shown dates stay valid; unobtrusive, and shown only once that is near. */
export function CutOffNote() {
  const left = useTimeToCutOff()
  return left !== null && <p className="tabular text-ink-mute text-xs">If you pay within {left}</p>
}
