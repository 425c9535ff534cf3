import { lagosMoment } from '#shared/lagos-time.ts'

export function OrderTimeline({ createdAt, paidAt }: { createdAt: string; paidAt: string | null }) {
  return (
    <ol className="pt-5">
      <Step title="Order Created" at={createdAt} isLast={paidAt === null} />
      {paidAt !== null && <Step title="Payment Confirmed" at={paidAt} isLast />}
    </ol>
  )
}

/** A square on a line; the newest one is filled. */
function Step({ title, at, isLast }: { title: string; at: string; isLast: boolean }) {
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
      </div>
    </li>
  )
}
