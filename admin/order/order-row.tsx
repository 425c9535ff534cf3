import { Link } from '@tanstack/react-router'
import { ageText, timeText } from '#admin/chrome/time-text.ts'
import { StageBadge } from '#admin/parcel/stage.tsx'
import type { ListedOrder } from '#shared/contract/admin/order.ts'
import { itemCount } from '#shared/item-count.ts'
import { formatNaira } from '#shared/naira.ts'
import { Badge } from '#ui/badge.tsx'
import { classes } from '#ui/class-name.ts'
import { OrderStatusBadge } from './status.tsx'
import { Thumb } from './thumb.tsx'

/**
 * One order of a list: a link that is as large as its row. At a desk it has a box to be ticked; on a phone only while orders are
 * selected, and then the whole row ticks it.
 */
export function OrderRow({
  order,
  isTicked,
  isSelecting,
  onTick,
}: {
  order: ListedOrder
  isTicked: boolean
  isSelecting: boolean
  onTick: () => void
}) {
  const at = order.confirmedAt ?? order.createdAt
  return (
    <li
      className={classes(
        'relative flex gap-x-3 py-3 hover:bg-paper-bright lg:pl-[48px]',
        isSelecting && 'max-lg:pl-[48px]',
        isTicked && 'bg-paper-bright',
      )}
    >
      <label
        className={classes(
          'absolute inset-y-0 left-0 z-10 flex min-w-11 items-center pl-2',
          isSelecting ? 'max-lg:right-0' : 'max-lg:hidden',
        )}
      >
        <input
          type="checkbox"
          className="size-6 accent-ink"
          aria-label={`Select #${order.number}`}
          checked={isTicked}
          onChange={onTick}
        />
      </label>
      <span aria-hidden="true" className="shrink-0 self-start">
        {order.pictures.slice(0, 1).map((picture) => (
          <Thumb key={picture} src={picture} />
        ))}
      </span>
      {/* With large text the amount and the age get a line of their own. */}
      <div className="flex min-w-0 grow basis-0 flex-col justify-center gap-1">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p className="flex min-w-0 grow basis-28 flex-wrap items-center gap-x-3 gap-y-1">
            <Link
              to="/orders/$id"
              params={{ id: order.id }}
              data-row
              className="covering tabular font-bold text-lg"
            >
              {`#${order.number}`}
            </Link>
            <span className="min-w-0 truncate font-semibold">{order.name ?? 'No name'}</span>
          </p>
          <p className="money font-bold">{order.total === null ? '' : formatNaira(order.total)}</p>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p className="flex min-w-0 grow basis-28 flex-wrap items-center gap-2">
            {order.stage ? <StageBadge stage={order.stage} /> : <OrderStatusBadge status={order.status} />}
            {order.needsYou && <Badge tone="accent">Needs you</Badge>}
            {order.heldBack !== null && <Badge tone="wait">Held back</Badge>}
            {(order.refunded ?? 0) > 0 && (
              <Badge
                tone="rest"
                className="whitespace-normal"
              >{`${formatNaira(order.refunded ?? 0)} refunded`}</Badge>
            )}
            <span className="min-w-0 truncate text-ink-mute text-sm">
              {`${itemCount(order.units)} · ${order.place}`}
            </span>
          </p>
          <p className="text-right text-ink-mute text-sm">
            <time dateTime={at} title={timeText(at)}>
              {ageText(at)}
            </time>
          </p>
        </div>
      </div>
    </li>
  )
}
