import { Link } from '@tanstack/react-router'
import type { Order } from '#shared/contract/order.ts'
import { lagosDay } from '#shared/lagos-time.ts'
import { formatNaira } from '#shared/naira.ts'
import { orderName } from './order-words.ts'
import { StatusBadge } from './status-badge.tsx'

const SHOWN = 3

/** One line for each of the newest orders; renders nothing without orders. */
export function LatestOrders({ orders }: { orders: readonly Order[] }) {
  if (orders.length === 0) return null
  return (
    <section aria-labelledby="latest-orders">
      <div className="flex items-end justify-between gap-4 border-ink border-b-2">
        <h2 id="latest-orders" className="display pb-3 text-d-xs">
          Your latest orders
        </h2>
        <Link to="/orders" className="link inline-flex min-h-11 items-center text-sm">
          All orders
        </Link>
      </div>
      <ul>
        {orders.slice(0, SHOWN).map((order) => (
          <li key={order._id} className="relative border-line border-b hover:bg-paper-bright">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-4">
              <div>
                <Link
                  to="/orders/$id"
                  params={{ id: order._id }}
                  className="font-bold after:absolute after:inset-0"
                >
                  {orderName(order._id)}
                </Link>
                <p className="text-ink-mute text-sm">
                  <time dateTime={order.createdAt}>{lagosDay(order.createdAt)}</time>
                </p>
              </div>
              <div className="ml-auto flex flex-wrap items-center justify-end gap-x-4 gap-y-1">
                <StatusBadge status={order.status} />
                <span className="money min-w-20 text-right font-bold">{formatNaira(order.totalAmount)}</span>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
