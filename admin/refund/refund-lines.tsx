import { Thumb } from '#admin/order/thumb.tsx'
import { choiceText, lineName } from '#shared/choice-words.ts'
import type { OrderRefunds } from '#shared/contract/admin/refund.ts'
import { formatNaira } from '#shared/naira.ts'
import { Stepper } from '#ui/form/stepper.tsx'

/** The lines of an order, each with how many of its pieces are refunded. */
export function RefundLines({
  lines,
  counts,
  onCount,
}: {
  lines: OrderRefunds['lines']
  counts: ReadonlyMap<number, number>
  onCount: (position: number, quantity: number) => void
}) {
  return (
    <ul className="ruled">
      {lines.map((line) => {
        const { position, quantity, refunded, price } = line
        const count = counts.get(position) ?? 0
        const most = quantity - refunded
        return (
          <li key={position} className="flex flex-wrap items-center gap-3 py-3">
            <Thumb src={line.image} />
            <div className="min-w-0 grow basis-40">
              <p className="font-semibold wrap-anywhere">{line.name}</p>
              <p className="text-ink-soft text-sm">
                {[choiceText(line, ', '), `${quantity} × ${formatNaira(price)}`].filter(Boolean).join(' · ')}
              </p>
              {refunded > 0 && <p className="text-ink-mute text-sm">{`${refunded} refunded already`}</p>}
            </div>
            {most > 0 && (
              <Stepper
                named={lineName(line)}
                value={count}
                onLess={count > 0 ? () => onCount(position, count - 1) : null}
                onMore={count < most ? () => onCount(position, count + 1) : null}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
