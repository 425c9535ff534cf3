import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Payment } from '#shared/contract/payment.ts'
import { arrivalWords } from '#shared/delivery.ts'
import { lagosMoment } from '#shared/lagos-time.ts'
import { formatNaira } from '#shared/naira.ts'
import { buttonClass } from '#ui/button.tsx'
import { Detail, DetailSection } from '#ui/detail.tsx'
import { Icon } from '#ui/icon.tsx'
import { LongCode, LongEmail } from '#ui/long-text.tsx'

/** `showOrder` shows what was bought around the sections about its payment, if the shop has sent it. */
export function PaymentReceipt({
  payment,
  showOrder,
}: {
  payment: Payment
  showOrder: (sections: ReactNode) => ReactNode
}) {
  const { customer } = payment
  const name = [customer?.first_name, customer?.last_name].filter(Boolean).join(' ')
  return (
    <section className="py-10 sm:py-16 print:py-0">
      <span className="on-accent mb-6 grid size-14 place-items-center bg-accent forced-colors:border-2 print:hidden">
        <Icon name="check" className="size-8" />
      </span>
      <h1 className="display max-w-4xl text-d-md">Payment Successful!</h1>
      <p className="mt-4 max-w-read text-ink-soft text-lg">
        Thank you for your purchase. Your order has been confirmed.
      </p>
      <div className="mt-10">{showOrder(<PaymentSections payment={payment} name={name} />)}</div>
      <div className="mt-10 flex flex-col gap-3 sm:flex-row print:hidden">
        <Link to="/orders" className={buttonClass({ variant: 'primary', size: 'lg' })}>
          View My Orders
        </Link>
        <Link to="/products" className={buttonClass({ variant: 'secondary', size: 'lg' })}>
          Continue Shopping
        </Link>
      </div>
    </section>
  )
}

function PaymentSections({ payment, name }: { payment: Payment; name: string }) {
  const { customer } = payment
  return (
    <>
      <DetailSection title="Payment Details">
        <dl>
          <Detail term="Reference">
            <LongCode code={payment.reference} />
          </Detail>
          <Detail term="Email">
            <LongEmail email={payment.email} />
          </Detail>
          <Detail term="Amount">
            <span className="money">{formatNaira(payment.amount)}</span>
          </Detail>
          <Detail term="Payment Method">{paymentMethod(payment.channel)}</Detail>
          {payment.paidAt && (
            <Detail term="Date of payment">
              <time dateTime={payment.paidAt}>{lagosMoment(payment.paidAt)}</time>
            </Detail>
          )}
          {payment.arrival && !payment.order && (
            <Detail term="Arrives">{arrivalWords(payment.arrival)}</Detail>
          )}
        </dl>
      </DetailSection>
      {customer && (
        <DetailSection title="Customer Information">
          <dl>
            {name !== '' && <Detail term="Name">{name}</Detail>}
            <Detail term="Email">
              <LongEmail email={customer.email} />
            </Detail>
            {customer.phone && <Detail term="Phone">{customer.phone}</Detail>}
          </dl>
        </DetailSection>
      )}
    </>
  )
}

const PROVIDER_NAME = 'Paystack'

/** The provider's channel in plain words; without a channel, the provider's name. */
export function paymentMethod(channel: string | null): string {
  if (channel === null || channel === '') return PROVIDER_NAME
  if (channel === 'ussd' || channel === 'qr') return channel.toUpperCase()
  const words = channel.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
