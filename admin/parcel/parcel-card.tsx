import { timeText } from '#admin/chrome/time-text.ts'
import { choiceText } from '#shared/choice-words.ts'
import type { AdminOrder } from '#shared/contract/admin/order.ts'
import type { AdminParcel } from '#shared/contract/admin/parcel.ts'
import { courierName } from '#shared/courier.ts'
import { countPieces } from '#shared/item-count.ts'
import { lagosClock } from '#shared/lagos-time.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { PrintSlips } from './print-slips.tsx'
import { slipOfParcel } from './slip-of.ts'
import type { ParcelActs, Verb } from './use-parcel-acts.ts'

const STATE: Record<AdminParcel['state'], { label: string; tone: BadgeTone }> = {
  packed: { label: 'Packed', tone: 'wait' },
  sent: { label: 'Sent', tone: 'ink' },
  delivered: { label: 'Delivered', tone: 'good' },
  returned: { label: 'Came back', tone: 'rest' },
}

/** One parcel: what is in it, who did what and when, and what can be done with it besides the order's main button. */
export function ParcelCard({
  parcel,
  order,
  isOnly,
  isNext,
  acts,
  onSend,
  onCorrect,
}: {
  parcel: AdminParcel
  order: AdminOrder
  /** The order has no other: what is in it is what was bought. */
  isOnly: boolean
  /** The main button says that it has arrived. */
  isNext: boolean
  /** Undefined for who may not. */
  acts: ParcelActs | undefined
  onSend: (() => void) | undefined
  onCorrect: () => void
}) {
  const { label, tone } = STATE[parcel.state]
  const step = (verb: Verb) => acts?.step.act({ id: parcel.id, verb, shown: parcel.state })
  const isWhole = isOnly && parcel.exchange === null && countPieces(parcel.lines) === order.units
  return (
    <li className="grid gap-2 py-3">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-bold">{`Parcel ${parcel.number}`}</span>
        <Badge tone={tone}>{label}</Badge>
        {parcel.exchange !== null && <Badge tone="rest">Exchange</Badge>}
        {parcel.mailAt && (
          <span className="text-ink-mute text-sm">{`Mail at ${lagosClock(parcel.mailAt)}`}</span>
        )}
      </p>
      {!isWhole && (
        <ul className="text-sm">
          {parcel.lines.map(({ position, quantity, size }) => {
            const line = order.lines[position]
            const choice = line && choiceText({ ...line, size: size ?? line.size }, ', ')
            return (
              <li key={position}>
                <span className="tabular font-bold">{`${quantity} × `}</span>
                <span>{[line?.name, choice].filter(Boolean).join(', ')}</span>
              </li>
            )
          })}
        </ul>
      )}
      <Times parcel={parcel} />
      {acts && (
        <div className="flex flex-wrap gap-2">
          {parcel.state === 'packed' && onSend && (
            <Button variant="secondary" size="sm" onClick={onSend}>
              Send
            </Button>
          )}
          {parcel.state === 'sent' && !isNext && (
            <Button variant="secondary" size="sm" isBusy={acts.step.isBusy} onClick={() => step('deliver')}>
              Delivered
            </Button>
          )}
          {(parcel.state === 'sent' || parcel.state === 'delivered') && (
            <Button variant="secondary" size="sm" isBusy={acts.step.isBusy} onClick={() => step('return')}>
              It came back
            </Button>
          )}
          {parcel.state === 'sent' && (
            <Button variant="secondary" size="sm" onClick={onCorrect}>
              Correct
            </Button>
          )}
          {(parcel.state === 'packed' || parcel.state === 'sent') && (
            <PrintSlips slips={[slipOfParcel(order, parcel)]} label="Slip" />
          )}
          {parcel.canUndo && (
            <Button variant="secondary" size="sm" isBusy={acts.step.isBusy} onClick={() => step('undo')}>
              {UNDO[parcel.state]}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

const UNDO: Record<AdminParcel['state'], string> = {
  packed: 'Unpack',
  sent: 'Undo: not sent',
  delivered: 'Undo: not delivered',
  returned: 'Undo: not back',
}

function Times({ parcel }: { parcel: AdminParcel }) {
  const { courier, tracking, trackingUrl, riderPhone } = parcel
  const by =
    courier === null
      ? ''
      : [courierName(courier), tracking === trackingUrl ? '' : tracking, riderPhone]
          .filter(Boolean)
          .join(' · ')
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm [&>dt]:text-ink-mute">
      <dt>Packed</dt>
      <dd>{`${timeText(parcel.packedAt)}, ${parcel.packedBy}`}</dd>
      {parcel.sentAt && (
        <>
          <dt>Sent</dt>
          <dd className="wrap-anywhere">
            <span className="block">{`${timeText(parcel.sentAt)}, ${parcel.sentBy}`}</span>
            <span className="block font-semibold">{by}</span>
            {trackingUrl && (
              <a
                href={trackingUrl}
                target="_blank"
                rel="noopener noreferrer"
                className="link inline-block py-3"
              >
                Follow it
              </a>
            )}
          </dd>
        </>
      )}
      {parcel.deliveredAt && (
        <>
          <dt>Delivered</dt>
          <dd>{timeText(parcel.deliveredAt)}</dd>
        </>
      )}
      {parcel.returnedAt && (
        <>
          <dt>Came back</dt>
          <dd>{timeText(parcel.returnedAt)}</dd>
        </>
      )}
    </dl>
  )
}
