import type { Order } from '#shared/contract/order.ts'
import { lagosMoment } from '#shared/lagos-time.ts'

type Dated = Pick<Order, 'createdAt' | 'paidAt' | 'parcels'>

/** `about` says which parcel it is about, if there are several, and who brings it. */
type OrderStep = { title: string; at: string; about: string }

/** What has happened to an order so far, with when. */
export function OrderTimeline({ order }: { order: Dated }) {
  const steps = listSteps(order)
  return (
    <ol className="pt-5">
      {steps.map(({ title, at, about }, place) => (
        <Step
          key={`${title} ${about} ${at}`}
          title={title}
          at={at}
          about={about}
          isLast={place === steps.length - 1}
        />
      ))}
    </ol>
  )
}

/** A square on a line; the newest one is filled. */
function Step({ title, at, about, isLast }: OrderStep & { isLast: boolean }) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
      <span aria-hidden="true" className="grid grid-rows-[auto_1fr] justify-items-center">
        <span
          className={
            isLast
              ? 'mt-1 size-3.5 bg-accent forced-colors:bg-[CanvasText]'
              : 'mt-1 size-3.5 border-2 border-ink'
          }
        />
        {!isLast && <span className="w-0.5 bg-ink forced-colors:bg-[CanvasText]" />}
      </span>
      <div className={isLast ? '' : 'pb-6'}>
        <p className="font-bold">{title}</p>
        <p className="tabular text-ink-mute text-sm">
          <time dateTime={at}>{lagosMoment(at)}</time>
        </p>
        {about !== '' && <p className="text-ink-mute text-sm">{about}</p>}
      </div>
    </li>
  )
}

/** Oldest first. */
function listSteps({ createdAt, paidAt, parcels }: Dated): OrderStep[] {
  const steps = [
    step('Order Created', createdAt),
    step('Payment Confirmed', paidAt),
    ...parcels.flatMap(({ number, packedAt, sentAt, deliveredAt, returnedAt, courier }) => {
      const which = parcels.length === 1 ? '' : `Parcel ${number} of ${parcels.length}`
      return [
        step('Packed', packedAt, which),
        step('Dispatched', sentAt, [which, courier].filter(Boolean).join(' · ')),
        step('Delivered', deliveredAt, which),
        step('Came back to us', returnedAt, which),
      ]
    }),
  ].flat()
  return steps.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

const step = (title: string, at: string | null, about = ''): OrderStep[] =>
  at === null ? [] : [{ title, at, about }]
