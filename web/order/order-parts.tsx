import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { choiceWords } from '#shared/choice-words.ts'
import type { Order, Receipt } from '#shared/contract/order.ts'
import { arrivalWords } from '#shared/delivery.ts'
import { lagosDay } from '#shared/lagos-time.ts'
import { formatKobo, formatNaira, koboFromNaira } from '#shared/naira.ts'
import { shop } from '#shop.config'
import { Detail, DetailSection } from '#ui/detail.tsx'
import { LongEmail } from '#ui/long-text.tsx'
import { PhoneLink } from '#ui/phone-link.tsx'
import { ItemRow } from '#web/item/item-row.tsx'
import { productLink } from '#web/item/product-link.ts'
import { whatsappUrl } from '#web/whatsapp.ts'
import { OrderTimeline } from './order-timeline.tsx'
import { orderName } from './order-words.ts'
import { Parcels } from './parcels.tsx'

/** An order as its owner sees it, or whoever has the link to its receipt. */
export type ShownOrder = Omit<Order, 'shippingInfo'> & Pick<Receipt, 'shippingInfo'>

/**
 * What was bought, where it goes, and when. `children` are the sections about its payment; `invitation` comes last on a
 * phone, and below the items where there is room.
 */
export function OrderParts({
  order,
  invitation,
  children,
}: {
  order: ShownOrder
  invitation?: ReactNode
  children: ReactNode
}) {
  const { shippingInfo: shipping } = order
  return (
    <div className="grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:grid-rows-[auto_1fr]">
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
          {order.refunds.map(({ amount, at, isReturned }) => (
            <div key={at} className="flex flex-wrap justify-between gap-x-6 pt-4">
              <dt className="text-ink-mute">
                {isReturned ? 'Refunded' : 'Refund on its way'}, <time dateTime={at}>{lagosDay(at)}</time>
              </dt>
              <dd className="money ml-auto font-semibold">{formatNaira(-amount)}</dd>
            </div>
          ))}
        </dl>
      </DetailSection>
      <div className="grid grid-cols-1 content-start gap-12 lg:col-start-2 lg:row-span-2">
        {shipping && (
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
        )}
        <DetailSection title="Order Timeline">
          <OrderTimeline order={order} />
        </DetailSection>
        {order.parcels.length > 0 && <Parcels parcels={order.parcels} />}
        {children}
        <OrderHelp orderId={order._id} />
      </div>
      {invitation}
    </div>
  )
}

/** Every contact link names the order, so that the shopper does not have to. */
function OrderHelp({ orderId }: { orderId: string }) {
  const name = orderName(orderId)
  return (
    <p className="text-ink-mute text-sm">
      Something wrong? Write to{' '}
      <a className="link" href={`mailto:${shop.email}?subject=${encodeURIComponent(name)}`}>
        {shop.email}
      </a>
      ,{' '}
      <a
        className="link"
        href={whatsappUrl(`Hello ${shop.brand}, about ${name}: `)}
        target="_blank"
        rel="noopener noreferrer"
      >
        send a WhatsApp
      </a>{' '}
      or call <PhoneLink phone={shop.phone} className="link whitespace-nowrap" />.{' '}
      <Link to="/pages/$name" params={{ name: 'returns' }} className="link">
        Returns
      </Link>{' '}
      tells how to send something back.
    </p>
  )
}

/** As they were bought: current prices and pictures may differ. */
function OrderItems({ items }: { items: Order['items'] }) {
  return (
    <ul className="ruled border-line border-b">
      {items.map((item) => (
        <ItemRow
          key={`${item.productId} ${item.color} ${item.size}`}
          item={item}
          link={productLink({ ...item, id: item.productId })}
        >
          <p className="mt-1 text-ink-mute text-sm first-letter:uppercase">{choiceWords(item)}</p>
          <div className="tabular mt-auto flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pt-3">
            <p className="text-sm">
              Quantity: {item.quantity}{' '}
              <span aria-hidden="true" className="text-ink-mute">
                ·
              </span>{' '}
              <span className="whitespace-nowrap text-ink-mute">
                {formatNaira(item.price)}
                {item.quantity > 1 && ' each'}
              </span>
            </p>
            <p className="ml-auto whitespace-nowrap font-bold">
              {formatKobo(koboFromNaira(item.price) * item.quantity)}
            </p>
          </div>
        </ItemRow>
      ))}
    </ul>
  )
}
