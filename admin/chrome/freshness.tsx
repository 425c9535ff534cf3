import { useIsOnline, useShownSince } from '#admin/data/use-freshness.ts'
import { timeText } from './time-text.ts'

/** Says from when what is shown is, while the latest cannot be read or is still on its way. */
export function Freshness() {
  const isOnline = useIsOnline()
  const since = useShownSince(isOnline)
  const asOf = since === null ? '' : `As of ${timeText(new Date(since).toISOString())}.`
  const text = [isOnline ? '' : 'You are offline.', asOf].filter(Boolean).join(' ')
  return (
    <div role="status" className="on-ink grid items-center bg-ink text-paper text-sm">
      {text && <p className="px-4 py-2">{text}</p>}
    </div>
  )
}
