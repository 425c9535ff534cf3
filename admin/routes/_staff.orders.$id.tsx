import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { NotLoaded } from '#admin/chrome/load-state.tsx'
import { ScreenHeader } from '#admin/chrome/shell.tsx'
import { timeText } from '#admin/chrome/time-text.ts'
import { orderQuery } from '#admin/data/query.ts'
import { Buyer } from '#admin/order/buyer.tsx'
import { OrderNotes } from '#admin/order/notes.tsx'
import { Advice, OrderActs } from '#admin/order/order-acts.tsx'
import { OrderStatusBadge } from '#admin/order/status.tsx'
import { Thumb } from '#admin/order/thumb.tsx'
import { ParcelDesk } from '#admin/parcel/parcel-desk.tsx'
import { StageBadge } from '#admin/parcel/stage.tsx'
import { Refunds } from '#admin/refund/refunds.tsx'
import { ReturnDesk } from '#admin/return/return-desk.tsx'
import { SendLink } from '#admin/sell/send-link.tsx'
import { choiceText } from '#shared/choice-words.ts'
import type { AdminOrder } from '#shared/contract/admin/order.ts'
import { isAllowed } from '#shared/contract/permission.ts'
import { itemCount } from '#shared/item-count.ts'
import { formatKobo, formatNaira, koboFromNaira } from '#shared/naira.ts'
import { Badge } from '#ui/badge.tsx'
import { Detail, DetailSection } from '#ui/detail.tsx'

export const Route = createFileRoute('/_staff/orders/$id')({
  head: () => ({ meta: [{ title: 'Order' }] }),
  // Nothing that was opened or shown of one order is carried into another.
  remountDeps: ({ params }) => params,
  component: Order,
})

function Order() {
  const { api, me } = Route.useRouteContext()
  const { id } = Route.useParams()
  const { data: order, error, refetch } = useQuery(orderQuery(api, id))
  if (!order) {
    return (
      <>
        <ScreenHeader title="Order" />
        <NotLoaded error={error} refetch={refetch} />
      </>
    )
  }
  return (
    <>
      <ScreenHeader title={`Order #${order.number}`}>
        <p className="flex flex-wrap items-center gap-2">
          <OrderStatusBadge status={order.status} />
          {order.stage && <StageBadge stage={order.stage} />}
          {order.soldBy && <Badge tone="rest">{`Sold by ${order.soldBy}`}</Badge>}
          {order.needsYou && <Badge tone="accent">Needs you</Badge>}
          <span className="text-ink-mute text-sm">{timeText(order.confirmedAt ?? order.createdAt)}</span>
        </p>
      </ScreenHeader>
      <Advice order={order} />
      <OrderActs order={order} role={me.role} />
      <div className="grid gap-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid content-start gap-10">
          {order.stage && isAllowed(me.role, 'return') && <ReturnDesk order={order} role={me.role} />}
          {order.stage && <ParcelDesk order={order} role={me.role} />}
          <Lines order={order} />
          {order.money && <Money order={order} money={order.money} />}
          {order.money && order.status === 'paid' && <Refunds order={order} role={me.role} />}
        </div>
        <div className="grid content-start gap-10">
          {order.payLink && (
            <DetailSection title="Link to pay">
              <SendLink {...order.payLink} />
            </DetailSection>
          )}
          <Buyer order={order} role={me.role} />
          {isAllowed(me.role, 'order.note') && <OrderNotes orderId={order.id} />}
          {order.siblings.length > 0 && (
            <DetailSection title="Same checkout">
              <ul className="ruled">
                {order.siblings.map((sibling) => (
                  <li key={sibling.id}>
                    <Link
                      to="/orders/$id"
                      params={{ id: sibling.id }}
                      className="flex min-h-11 items-center gap-3 font-semibold"
                    >
                      <span>{`#${sibling.number}`}</span>
                      <OrderStatusBadge status={sibling.status} />
                    </Link>
                  </li>
                ))}
              </ul>
            </DetailSection>
          )}
        </div>
        {order.history.length > 0 && (
          <div className="lg:col-span-2">
            <DetailSection title="History">
              <ol className="ruled">
                {order.history.map(({ at, what }) => (
                  <li
                    key={`${at} ${what}`}
                    className="grid gap-x-6 py-2 text-sm sm:grid-cols-[11rem_minmax(0,1fr)]"
                  >
                    <time dateTime={at} className="tabular text-ink-mute">
                      {timeText(at)}
                    </time>
                    <span className="wrap-anywhere">{what}</span>
                  </li>
                ))}
              </ol>
            </DetailSection>
          </div>
        )}
      </div>
    </>
  )
}

function Lines({ order }: { order: AdminOrder }) {
  return (
    <DetailSection title={itemCount(order.units)}>
      <ul className="ruled">
        {order.lines.map((line) => (
          <li
            key={`${line.sku} ${line.name} ${line.color} ${line.size}`}
            className="flex flex-wrap gap-x-3 gap-y-1 py-3"
          >
            <Thumb src={line.image} />
            <div className="min-w-0 grow basis-32">
              <p className="font-semibold wrap-anywhere">{line.name}</p>
              <p className="text-ink-soft text-sm">
                {[choiceText(line, ', '), line.sku].filter(Boolean).join(' · ')}
              </p>
            </div>
            <p className="ml-auto text-right">
              <span className="tabular block font-bold text-lg">{`× ${line.quantity}`}</span>
              {line.price !== null && (
                <span className="money block text-ink-mute text-sm">
                  {formatKobo(koboFromNaira(line.price) * line.quantity)}
                </span>
              )}
            </p>
          </li>
        ))}
      </ul>
    </DetailSection>
  )
}

function Money({ order, money }: { order: AdminOrder; money: NonNullable<AdminOrder['money']> }) {
  return (
    <DetailSection title="Money">
      <dl>
        <Detail term="Total">{formatNaira(order.total ?? 0)}</Detail>
        <Detail term="Delivery">{`${formatNaira(money.shippingFee)} · ${order.place}`}</Detail>
        <Detail term="Paid">{formatNaira(money.paid)}</Detail>
        {(order.refunded ?? 0) > 0 && <Detail term="Refunded">{formatNaira(order.refunded ?? 0)}</Detail>}
        <Detail term="Reference">{money.reference}</Detail>
        <Detail term="Payment">{[money.state, money.channel].filter(Boolean).join(' · ')}</Detail>
        {order.holdEndsAt && order.status === 'pending' && (
          <Detail term="Held until">{timeText(order.holdEndsAt)}</Detail>
        )}
      </dl>
    </DetailSection>
  )
}
