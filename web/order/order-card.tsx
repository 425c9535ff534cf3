import { Link } from '@tanstack/react-router'
import { choiceWords } from '#shared/choice-words.ts'
import type { Order } from '#shared/contract/order.ts'
import { lagosDay } from '#shared/lagos-time.ts'
import { formatNaira } from '#shared/naira.ts'
import { buttonClass } from '#ui/button.tsx'
import { Picture } from '#web/item/picture.tsx'
import { itemCount, orderName } from './order-words.ts'
import { StatusBadge } from './status-badge.tsx'

const CHIPS = 3

export function OrderCard({ order }: { order: Order }) {
  const name = orderName(order._id)
  const more = order.items.length - CHIPS
  return (
    <article className="border border-line bg-paper-bright">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b p-4 sm:grid sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:gap-x-8 sm:p-6">
        <h2 className="display text-d-xs">{name}</h2>
        <div className="order-1 flex basis-full flex-wrap items-center justify-between gap-x-4 gap-y-1 sm:order-none sm:row-start-2 sm:justify-start">
          <p className="text-ink-mute text-sm">
            <time dateTime={order.createdAt}>{lagosDay(order.createdAt)}</time>{' '}
            <span aria-hidden="true">·</span>{' '}
            <span className="whitespace-nowrap">{itemCount(order.items.length)}</span>
          </p>
          <StatusBadge status={order.status} />
        </div>
        <p className="amount ml-auto text-d-xs sm:row-span-2">{formatNaira(order.totalAmount)}</p>
        <Link
          to="/orders/$id"
          params={{ id: order._id }}
          className={buttonClass(
            { variant: 'secondary', size: 'sm' },
            'order-2 mt-2 basis-full sm:order-none sm:row-span-2 sm:mt-0',
          )}
        >
          View<span className="sr-only"> {name}</span>
        </Link>
      </div>
      <ul className="grid grid-cols-1 gap-x-8 gap-y-4 p-4 sm:grid-cols-2 sm:p-6 lg:grid-cols-[repeat(3,minmax(0,1fr))_5rem]">
        {order.items.slice(0, CHIPS).map((item) => (
          <li
            key={`${item.productId} ${item.color} ${item.size}`}
            className="flex min-w-0 items-center gap-3"
          >
            <Picture src={item.image} alt="" sizes="56px" className="aspect-4/5 w-14 shrink-0 object-cover" />
            <div className="min-w-0 text-sm">
              <p className="line-clamp-2 max-w-52 font-bold leading-tight">{item.name}</p>
              <p className="mt-0.5 text-ink-mute first-letter:uppercase">{choiceWords(item)}</p>
              <p className="tabular text-ink-mute">Qty: {item.quantity}</p>
            </div>
          </li>
        ))}
        {more > 0 && <li className="label self-center text-ink-mute text-xs lg:text-right">+{more} more</li>}
      </ul>
    </article>
  )
}
