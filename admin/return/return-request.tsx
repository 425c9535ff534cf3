import { timeText } from '#admin/chrome/time-text.ts'
import { pieceName } from '#admin/order/piece-name.ts'
import type { AdminOrder } from '#shared/contract/admin/order.ts'
import type { AdminReturn } from '#shared/contract/admin/return.ts'
import { lagosDayOfYear } from '#shared/lagos-time.ts'
import { RETURN_REASON_WORDS, type ReturnState } from '#shared/return.ts'
import { Badge } from '#ui/badge.tsx'
import { ReturnPhotos } from './return-photos.tsx'

const TONE = {
  asked: 'accent',
  approved: 'wait',
  declined: 'rest',
  received: 'good',
} as const satisfies Record<ReturnState, string>

export function Request({ request, order }: { request: AdminReturn; order: AdminOrder }) {
  const { state, lines, reason, words, photos, answer, answeredBy, receivedBy } = request
  const at = request.receivedAt ?? request.answeredAt ?? request.askedAt
  const by = receivedBy ?? answeredBy
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Badge tone={TONE[state]}>{state}</Badge>
        <span className="text-ink-mute text-sm">{[timeText(at), by].filter(Boolean).join(' · ')}</span>
      </p>
      <ul className="font-semibold wrap-anywhere">
        {lines.map(({ position, quantity, size }) => {
          const wanted = size === null ? '' : `, for size ${size}`
          return <li key={position}>{`${quantity} × ${pieceName(order, position)}${wanted}`}</li>
        })}
      </ul>
      <Instead request={request} />
      <p className="text-ink-soft text-sm">{`“${RETURN_REASON_WORDS[reason]}”`}</p>
      {words !== '' && <p className="notice whitespace-pre-line p-3 text-sm wrap-anywhere">{words}</p>}
      {photos.length > 0 && <ReturnPhotos photos={photos} />}
      {answer !== '' && (
        <p className="whitespace-pre-line text-sm wrap-anywhere">
          <span className="text-ink-mute">The buyer was told: </span>
          <span>{answer}</span>
        </p>
      )}
    </>
  )
}

/** What the buyer gets for it, and whether it is held. */
function Instead({ request: { state, wish, exchange } }: { request: AdminReturn }) {
  if (state === 'declined') return null
  if (wish === 'refund') return <p className="text-sm">Money back</p>
  if (exchange === null) return <p className="text-sm">Another size</p>
  const sizes = exchange.lines.map(({ quantity, size }) => `${quantity} × ${size}`).join(', ')
  const says = {
    held: `${sizes} held until ${lagosDayOfYear(exchange.heldUntil)}`,
    due: `${sizes} to pack and send`,
    ended: `${sizes} held no more`,
  }[exchange.state]
  return <p className="text-sm">{`Another size: ${says}`}</p>
}
