import { Link } from '@tanstack/react-router'
import type { Order } from '#shared/contract/order.ts'
import { arrivalWords } from '#shared/delivery.ts'
import { lagosDay, lagosMoment } from '#shared/lagos-time.ts'
import { formatNaira } from '#shared/naira.ts'
import { Detail, DetailSection } from '#ui/detail.tsx'
import { Icon } from '#ui/icon.tsx'
import { LongCode } from '#ui/long-code.tsx'
import { LongEmail } from '#ui/long-email.tsx'
import { OrderHelp } from './order-help.tsx'
import { OrderItems } from './order-items.tsx'
import { statusLabel } from './order-status.ts'
import { OrderTimeline } from './order-timeline.tsx'
import { orderName } from './order-words.ts'
import { StatusBadge } from './status-badge.tsx'

export function OrderDetail({ order }: { order: Order }) {
  const { shippingInfo: shipping } = order
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
      </header>
      <div className="grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <DetailSection title="Order Items">
          <OrderItems items={order.items} />
          <dl>
            <div className="flex flex-wrap justify-between gap-x-6 py-4">
              <dt className="text-ink-mute">Shipping fee</dt>
              <dd className="money ml-auto font-semibold">{formatNaira(order.shippingFee)}</dd>
            </div>
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-ink border-t-2 pt-4">
              <dt className="font-bold">Total Amount</dt>
              <dd className="amount ml-auto text-d-sm">{formatNaira(order.totalAmount)}</dd>
            </div>
          </dl>
        </DetailSection>
        <div className="grid grid-cols-1 content-start gap-12">
          <DetailSection title="Order Timeline">
            <OrderTimeline createdAt={order.createdAt} paidAt={order.paidAt} />
          </DetailSection>
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
          <DetailSection title="Shipping Information">
            <dl>
              <Detail term="Full name">{shipping.fullName}</Detail>
              <Detail term="Email">
                <LongEmail email={shipping.email} />
              </Detail>
              <Detail term="Phone">{shipping.phone}</Detail>
              <Detail term="Address">{shipping.address}</Detail>
              <Detail term="City and state">
                {shipping.city}, {shipping.state}
              </Detail>
              <Detail term="Country">{shipping.country}</Detail>
              {order.arrival && <Detail term="Arrives">{arrivalWords(order.arrival)}</Detail>}
            </dl>
          </DetailSection>
          <OrderHelp orderId={order._id} />
        </div>
      </div>
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
