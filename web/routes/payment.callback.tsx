import { createFileRoute, Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import type { Receipt } from '#shared/contract/order.ts'
import type { Payment } from '#shared/contract/payment.ts'
import { buttonClass } from '#ui/button.tsx'
import { ChoosePasswordIfGuest } from '#web/auth/choose-password-if-guest.tsx'
import { NoReference, PaymentFailed, PaymentRefunded, Verifying } from '#web/checkout/payment-notice.tsx'
import { PaymentReceipt } from '#web/checkout/payment-receipt.tsx'
import { useVerification } from '#web/checkout/verify-payment.ts'
import { privateHead } from '#web/chrome/page-head.ts'
import { Letterhead } from '#web/chrome/wordmark.tsx'
import { ContinuePayment, heldWords, PayAgain } from '#web/order/order-next.tsx'
import { OrderParts } from '#web/order/order-parts.tsx'
import { orderName } from '#web/order/order-words.ts'
import { pageTitle } from '#web/page-title.ts'
import { useCart } from '#web/state/cart.ts'
import { isCartOf, useStartedPayments } from '#web/state/started-payment.ts'
import { readStored } from '#web/state/stored.ts'

/**
 * Providers call it `reference`, some also `trxref`. Explicitly undefined: if omitted, the raw value would show through.
 */
function readReference(search: Record<string, unknown>): { reference?: string | undefined } {
  const given = [search.reference, search.trxref]
    .flat()
    .find((text) => typeof text === 'string' && text.trim() !== '')
  return { reference: typeof given === 'string' ? given.trim() : undefined }
}

export const Route = createFileRoute('/payment/callback')({
  validateSearch: readReference,
  head: () => privateHead('Payment'),
  component: PaymentCallback,
})

function PaymentCallback() {
  const { reference } = Route.useSearch()
  return (
    <div className="page">
      <Letterhead />
      {reference === undefined ? <NoReference /> : <PaymentOutcome reference={reference} />}
    </div>
  )
}

const SAID = {
  verifying: 'Verifying payment. Please wait while we confirm your payment.',
  paid: 'Payment successful. Your order has been confirmed.',
  refunded: 'Payment refunded. We are returning your money.',
  failed: "Payment failed. We couldn't verify your payment.",
} as const

function PaymentOutcome({ reference }: { reference: string }) {
  const { verification, askAgain } = useVerification(reference)
  const said = SAID[verification.kind]
  useEffect(() => {
    document.title = pageTitle(said.slice(0, said.indexOf('.')))
  }, [said])
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      {verification.kind === 'verifying' && <Verifying waitReason={verification.waitReason} />}
      {verification.kind === 'paid' && <Paid payment={verification.payment} />}
      {verification.kind === 'refunded' && (
        <PaymentRefunded reference={reference} reason={verification.reason} />
      )}
      {verification.kind === 'failed' && (
        <PaymentFailed
          reference={reference}
          {...goOn(reference, verification.payment?.order ?? null)}
          {...(verification.again ? { onAskAgain: askAgain } : {})}
        />
      )}
    </>
  )
}

/** How to go on with an order that is not paid: from its cart or, in a browser that has another, from the order itself. */
function goOn(reference: string, order: Receipt | null): { onward?: ReactNode; lead: string } {
  if (isCartOf(readStored(useStartedPayments), reference, useCart.getState())) {
    return { lead: 'Your cart is unchanged.' }
  }
  if (order?.pendingPayment) {
    return {
      onward: <ContinuePayment url={order.pendingPayment.url} size="lg" />,
      lead: heldWords(order.pendingPayment),
    }
  }
  if (order?.status === 'failed' || order?.status === 'cancelled') {
    return {
      onward: <PayAgain order={order} size="lg" />,
      lead: 'Pay Again puts the items of this order into the cart and opens the checkout.',
    }
  }
  return {
    onward: (
      <Link to="/orders" className={buttonClass({ size: 'lg' })}>
        View My Orders
      </Link>
    ),
    lead: 'If you ordered in another browser, go on there, by the link in our email, or under My Orders.',
  }
}

/** The receipt: the order with its number first, where the shop has sent it. */
function Paid({ payment }: { payment: Payment }) {
  const { order } = payment
  return (
    <PaymentReceipt
      payment={payment}
      showOrder={(sections) =>
        order ? (
          <>
            <h2 className="display mb-8 text-d-sm">{orderName(order._id)}</h2>
            <OrderParts order={order} invitation={<ChoosePasswordIfGuest order={order} />}>
              {sections}
            </OrderParts>
          </>
        ) : (
          <div className="grid gap-x-16 gap-y-10 lg:grid-cols-2">{sections}</div>
        )
      }
    />
  )
}
