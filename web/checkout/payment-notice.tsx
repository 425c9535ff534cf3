import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { REFUND_TAKES, type RefundReason, WHY_REFUNDED } from '#shared/refund-words.ts'
import { shop } from '#shop.config'
import { buttonClass, RetryButton } from '#ui/button.tsx'
import { LongCode } from '#ui/long-text.tsx'
import { PhoneLink } from '#ui/phone-link.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { WaitReason } from './verify-payment.ts'

/** A message about a payment, and where to go from here. */
function Notice({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <section className="grid justify-items-start gap-5 py-14 sm:py-24">
      <h1 className="display max-w-4xl text-d-md">{title}</h1>
      <p className="max-w-read text-ink-soft text-lg">{text}</p>
      {children}
    </section>
  )
}

const Actions = ({ children }: { children: ReactNode }) => (
  <div className="mt-3 flex w-full flex-col gap-3 sm:w-auto sm:flex-row sm:flex-wrap">{children}</div>
)

const BackToCheckout = ({ isSecond = false }: { isSecond?: boolean }) => (
  <Link to="/checkout" className={buttonClass({ variant: isSecond ? 'secondary' : 'primary', size: 'lg' })}>
    Back to Checkout
  </Link>
)

export function NoReference() {
  return (
    <Notice title="Invalid Payment Reference" text="No payment reference found. Please try again.">
      <Actions>
        <BackToCheckout />
      </Actions>
    </Notice>
  )
}

const MEANWHILE: Record<WaitReason, string> = {
  'in-flight':
    "Your bank is still working on this payment. It can take a few minutes. You can wait here or close this page: we'll email you as soon as it is confirmed. Please do not pay again.",
  'not-paid': 'We have not heard about your payment yet. Checking again.',
  'no-response': 'Your payment is not confirmed yet. We are still checking, so please do not pay again.',
  unreachable: "We cannot reach the shop right now. Please check your connection. We'll keep trying.",
}

export function Verifying({ waitReason }: { waitReason: WaitReason | null }) {
  return (
    <Notice title="Verifying Payment..." text="Please wait while we confirm your payment.">
      <p role="status" className="flex max-w-read items-start gap-3 text-ink-soft">
        <Spinner className="mt-1 shrink-0" />
        {waitReason !== null && <span>{MEANWHILE[waitReason]}</span>}
      </p>
      <noscript>
        <p className="max-w-read notice p-5">
          This page needs JavaScript to show the result. Without it, wait for our email: we'll write as soon
          as your payment is confirmed.
        </p>
      </noscript>
    </Notice>
  )
}

/** `onward` is what can be done about its order besides; `lead` says what it means for the shopper. */
export function PaymentFailed({
  reference,
  onward,
  lead,
  onAskAgain,
}: {
  reference: string
  onward?: ReactNode
  lead: string
  onAskAgain?: () => void
}) {
  return (
    <Notice
      title="Payment Failed"
      text="We couldn't verify your payment. Please try again or contact support."
    >
      <Actions>
        {onward}
        {onAskAgain && (
          <RetryButton variant={onward ? 'secondary' : 'accent'} size="lg" onClick={onAskAgain}>
            Check Again
          </RetryButton>
        )}
        <BackToCheckout isSecond={onward !== undefined} />
        <ContinueShopping />
      </Actions>
      <Help reference={reference} lead={lead} />
    </Notice>
  )
}

/** The payment was made, but bought nothing: its money goes back. */
export function PaymentRefunded({ reference, reason }: { reference: string; reason: RefundReason }) {
  const why = reason === 'owner' ? '' : `${WHY_REFUNDED[reason]} `
  return (
    <Notice title="Payment Refunded" text={`${why}We are returning your money. ${REFUND_TAKES}`}>
      <Actions>
        <Link to="/orders" className={buttonClass({ variant: 'primary', size: 'lg' })}>
          View My Orders
        </Link>
        <ContinueShopping />
      </Actions>
      <Help reference={reference} lead="We've emailed you about it." />
    </Notice>
  )
}

const ContinueShopping = () => (
  <Link to="/products" className={buttonClass({ variant: 'secondary', size: 'lg' })}>
    Continue Shopping
  </Link>
)

function Help({ reference, lead }: { reference: string; lead: string }) {
  return (
    <p className="mt-4 max-w-read text-ink-mute text-sm">
      <span>{lead}</span> If you have a question, write to{' '}
      <a className="link" href={`mailto:${shop.email}?subject=${encodeURIComponent(`Payment ${reference}`)}`}>
        {shop.email}
      </a>{' '}
      or call <PhoneLink phone={shop.phone} className="link whitespace-nowrap" />, and quote this reference:{' '}
      <span className="block wrap-anywhere font-semibold text-ink">
        <LongCode code={reference} />
      </span>
    </p>
  )
}
