import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { NotLoaded } from '#admin/chrome/load-state.tsx'
import { timeText } from '#admin/chrome/time-text.ts'
import { parcelsQuery } from '#admin/data/query.ts'
import type { AdminOrder } from '#shared/contract/admin/order.ts'
import type { OrderParcels, ParcelObstacle } from '#shared/contract/admin/parcel.ts'
import { isAllowed, type Role } from '#shared/contract/permission.ts'
import { countPieces } from '#shared/item-count.ts'
import { Button } from '#ui/button.tsx'
import { DetailSection } from '#ui/detail.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { LazyOverlay } from '#ui/overlay/lazy-overlay.tsx'
import { ParcelCard } from './parcel-card.tsx'
import { PrintSlips } from './print-slips.tsx'
import { slipOfRest } from './slip-of.ts'
import { useParcelActs } from './use-parcel-acts.ts'
import { useWaitingOf } from './waiting.ts'

const SendDialog = lazyComponent(() => import('./send-dialog.tsx'), 'SendDialog')
const CorrectDialog = lazyComponent(() => import('./correct-dialog.tsx'), 'CorrectDialog')
const SplitDialog = lazyComponent(() => import('./split-dialog.tsx'), 'SplitDialog')

/** What is packed of a paid order and where it is, with the one step that comes next. */
export function ParcelDesk({ order, role }: { order: AdminOrder; role: Role }) {
  const { api } = useRouter().options.context
  const { data, error, refetch } = useQuery(parcelsQuery(api, order.id))
  const kept = useWaitingOf(order.id)
  return (
    <DetailSection title="Parcels">
      {kept && (
        <p className="notice mt-3 p-4">{`Packed at ${timeText(new Date(kept.pressedAt).toISOString())}. The shop is told once there is a network.`}</p>
      )}
      {data ? (
        <Parcels order={order} known={data} mayAct={isAllowed(role, 'parcel')} isKept={kept !== undefined} />
      ) : (
        <NotLoaded error={error} refetch={refetch} />
      )}
    </DetailSection>
  )
}

function Parcels({
  order,
  known,
  mayAct,
  isKept,
}: {
  order: AdminOrder
  known: OrderParcels
  mayAct: boolean
  /** It was packed here, and the shop does not know of it yet. */
  isKept: boolean
}) {
  /** What whoever said "anyway" was shown: another obstacle is asked about again. */
  const [waved, setWaved] = useState<string>()
  const [sending, setSending] = useState<string>()
  const [correcting, setCorrecting] = useState<string>()
  const acts = useParcelActs(order, () => {
    setSending(undefined)
    setCorrecting(undefined)
  })
  const [isSplitting, setSplitting] = useState(false)
  const { parcels, left, exchangesLeft, obstacles } = known
  const waits = obstacles.includes('held-back')
  const isAnyway = obstacles.length > 0 && waved === obstacles.join()
  const isHeldBack = waits || (obstacles.length > 0 && !isAnyway)
  const toSend = parcels.find(({ state }) => state === 'packed')
  const onItsWay = parcels.find(({ state }) => state === 'sent')
  const isToPack = left.length > 0 && parcels.every(({ state }) => state !== 'returned')
  const [exchange] = exchangesLeft
  const pieces = countPieces(left)
  const anyway = isAnyway ? { anyway: true } : {}
  // As it is shown: it may reach the shop much later, when less is left.
  const pack = () => acts.pack.act({ lines: left, shown: parcels.length, ...anyway })
  const packExchange = (number: number) =>
    acts.pack.act({ exchange: number, shown: parcels.length, ...anyway })
  return (
    <>
      {mayAct && isHeldBack && (isToPack || exchange || toSend) && (
        <div className="notice mt-3 grid justify-items-start gap-3 p-4">
          <p>{obstacles.map((obstacle) => WHY[obstacle]).join(' ')}</p>
          {!waits && (
            <Button variant="secondary" size="sm" onClick={() => setWaved(obstacles.join())}>
              Send anyway
            </Button>
          )}
        </div>
      )}
      {mayAct && !isHeldBack && !isKept && (
        <div className="grid gap-2 pt-3 empty:hidden">
          {isToPack && (
            <Button size="lg" isBusy={acts.pack.isBusy} onClick={pack}>
              {parcels.length === 0 ? 'Pack' : 'Pack the rest'}
            </Button>
          )}
          {!isToPack && exchange && (
            <>
              <p>{`In exchange: ${piecesText(order, exchange.lines)}`}</p>
              <Button size="lg" isBusy={acts.pack.isBusy} onClick={() => packExchange(exchange.number)}>
                Pack exchange
              </Button>
              <div className="flex flex-wrap gap-2">
                <PrintSlips slips={[slipOfRest(order, exchange.lines, exchange.number)]} label="Slip" />
              </div>
            </>
          )}
          {!isToPack && !exchange && toSend && (
            <Button size="lg" variant="accent" onClick={() => setSending(toSend.id)}>
              {parcels.length === 1 ? 'Send' : `Send parcel ${toSend.number}`}
            </Button>
          )}
          {!isToPack && !exchange && !toSend && onItsWay && (
            <Button
              size="lg"
              isBusy={acts.step.isBusy}
              onClick={() => acts.step.act({ id: onItsWay.id, verb: 'deliver', shown: onItsWay.state })}
            >
              {parcels.length === 1 ? 'Delivered' : `Parcel ${onItsWay.number} delivered`}
            </Button>
          )}
          {isToPack && (
            <div className="flex flex-wrap gap-2">
              {pieces > 1 && (
                <Button variant="secondary" size="sm" onClick={() => setSplitting(true)}>
                  Pack a part
                </Button>
              )}
              <PrintSlips slips={[slipOfRest(order, left, null)]} label="Slip" />
            </div>
          )}
        </div>
      )}
      {parcels.length === 0 && !mayAct && <p className="py-3 text-ink-soft">Not packed yet.</p>}
      <ul className="ruled">
        {parcels.map((parcel) => (
          <ParcelCard
            key={parcel.id}
            parcel={parcel}
            order={order}
            isOnly={parcels.length === 1}
            acts={mayAct ? acts : undefined}
            onSend={isHeldBack || (parcel === toSend && !exchange) ? undefined : () => setSending(parcel.id)}
            onCorrect={() => setCorrecting(parcel.id)}
            isNext={!isToPack && !exchange && !toSend && parcel === onItsWay}
          />
        ))}
      </ul>
      {mayAct && !isToPack && !isKept && left.length > 0 && (
        <Button variant="ghost" size="sm" isBusy={acts.pack.isBusy} onClick={pack}>
          Pack once more what came back
        </Button>
      )}
      <LazyOverlay isOpen={sending !== undefined} onClose={() => setSending(undefined)}>
        <SendDialog
          parcel={parcels.find(({ id }) => id === sending)}
          send={acts.send}
          anyway={isAnyway}
          onClose={() => setSending(undefined)}
        />
      </LazyOverlay>
      <LazyOverlay isOpen={correcting !== undefined} onClose={() => setCorrecting(undefined)}>
        <CorrectDialog
          parcel={parcels.find(({ id }) => id === correcting)}
          correct={acts.correct}
          onClose={() => setCorrecting(undefined)}
        />
      </LazyOverlay>
      <LazyOverlay isOpen={isSplitting} onClose={() => setSplitting(false)}>
        <SplitDialog
          order={order}
          left={left}
          isOpen={isSplitting}
          isBusy={acts.pack.isBusy}
          onClose={() => setSplitting(false)}
          onPack={(lines) => acts.pack.act({ lines, shown: parcels.length, ...anyway })}
        />
      </LazyOverlay>
    </>
  )
}

function piecesText(order: AdminOrder, lines: OrderParcels['exchangesLeft'][number]['lines']): string {
  return lines
    .map(({ position, quantity, size = '' }) => `${quantity} × ${order.lines[position]?.name ?? ''}, ${size}`)
    .join('; ')
}

const WHY: Record<ParcelObstacle, string> = {
  'held-back': 'This order is held back: let it go first.',
  refunded: 'The money went back: do not send this.',
  disputed:
    'The payment is disputed, or the bank has taken it back: do not send this before that is settled.',
}
