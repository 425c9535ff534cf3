import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { lagosDay, lagosMoment } from '#shared/lagos-time.ts'
import { Detail, DetailSection } from '#ui/detail.tsx'
import { Icon } from '#ui/icon.tsx'
import { LongCode } from '#ui/long-text.tsx'
import type { ReturnsOf } from '#web/data/returns.ts'
import { OrderParts, type ShownOrder } from './order-parts.tsx'
import { orderName } from './order-words.ts'
import { Returns } from './returns.tsx'
import { StatusBadge, statusLabel } from './status-badge.tsx'

/** An order, its number first. `next` is what its shopper can do now, `of` whose it is, `invitation` what a guest may want. */
export function OrderDetail({
  order,
  of,
  next,
  invitation,
}: {
  order: ShownOrder
  of: ReturnsOf
  next?: ReactNode
  invitation?: ReactNode
}) {
  return (
    <>
      <header className="mt-2 mb-10 grid gap-3">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <h1 className="display text-d-md">{orderName(order._id)}</h1>
          <StatusBadge status={order.status} />
        </div>
        <p className="text-ink-mute">
          Placed on <time dateTime={order.createdAt}>{lagosDay(order.createdAt)}</time>
        </p>
        {next}
      </header>
      <OrderParts order={order} invitation={invitation}>
        {order.parcels.some(({ deliveredAt }) => deliveredAt !== null) && <Returns order={order} of={of} />}
        <DetailSection title="Payment Information">
          <dl>
            {order.paymentReference && (
              <Detail term="Payment reference">
                <LongCode code={order.paymentReference} />
              </Detail>
            )}
            <Detail term="Payment status">{statusLabel(order.status)}</Detail>
            {order.paidAt && (
              <Detail term="Paid at">
                <time dateTime={order.paidAt}>{lagosMoment(order.paidAt)}</time>
              </Detail>
            )}
          </dl>
        </DetailSection>
      </OrderParts>
    </>
  )
}

export function BackToOrders() {
  return (
    <Link
      to="/orders"
      activeOptions={{ exact: true }}
      className="label -ml-1 inline-flex min-h-11 items-center gap-2 px-1 text-xs hover:text-accent-text print:hidden"
    >
      <Icon name="arrow-left" className="size-4" />
      Back to Orders
    </Link>
  )
}
