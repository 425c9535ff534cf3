import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { buyableLines, type CartItem, isSameLine } from '#shared/cart.ts'
import { cartTotal } from '#shared/cart-total.ts'
import type { CheckoutForm } from '#shared/contract/checkout-form.ts'
import { COUNTRY } from '#shared/nigeria.ts'
import { waitWords } from '#shared/plain-wait.ts'
import { toast } from '#ui/toast/toast.ts'
import { bringCartUpToDate } from '#web/cart/check-cart.ts'
import { type Start, startPayment } from '#web/data/payment.ts'
import { useCart } from '#web/state/cart.ts'
import { useSession } from '#web/state/session.ts'
import { findStarted, isStartedBy, useStartedPayments } from '#web/state/started-payment.ts'
import { readStored } from '#web/state/stored.ts'
import { type Delivery, readConflict } from './cart-conflict.ts'

/** The provider's page may never load; the form is released after this long. */
const LEAVING_MS = 15_000

const PAYMENT_ERROR = {
  title: 'Payment Error',
  description: 'Failed to initialize payment. Please try again.',
  tone: 'destructive',
} as const

/** `what` changed while the order was on its way. */
const changedMeanwhile = (what: 'cart has' | 'details have' | 'login has') =>
  ({
    title: `Your ${what} changed`,
    description:
      'That was while we were sending your order. Nothing has been charged. Please check it and try again.',
    tone: 'destructive',
  }) as const

type Refused = Exclude<Start, { kind: 'started' }>
type Sent = {
  form: CheckoutForm
  items: readonly CartItem[]
  delivery: Delivery
  isAsTyped: () => boolean
}

/**
 * Submits the order and leaves for the provider's page. One at a time: while it runs, and until the browser has left,
 * further tries are no-ops. Coming back releases the form, also from the back/forward cache. A shopper who has navigated on
 * in the shop in the meantime is left alone.
 */
export function useCheckoutSubmit({
  onCartChanged,
  onInvalid,
}: {
  /** Called in addition to the changed lines, which the cart itself remembers. */
  onCartChanged: (sentences: string[], isDeliveryGone: boolean) => void
  /** Shows the messages at their fields; returns one that belongs to no field. */
  onInvalid: (fields: Record<string, string>) => string | undefined
}) {
  const { api } = useRouter().options.context
  const navigate = useNavigate()
  const [isProcessing, setProcessing] = useState(false)
  const isUnderWay = useRef(false)
  const isHere = useRef(false)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)

  const release = useCallback(() => {
    clearTimeout(leaving.current)
    isUnderWay.current = false
    setProcessing(false)
  }, [])

  useEffect(() => {
    isHere.current = true
    const onShow = (event: PageTransitionEvent) => event.persisted && release()
    addEventListener('pageshow', onShow)
    return () => {
      isHere.current = false
      removeEventListener('pageshow', onShow)
      clearTimeout(leaving.current)
    }
  }, [release])

  /** `isAsTyped`: whether the form still says what is submitted. */
  async function submit(
    form: CheckoutForm,
    delivery: Delivery | undefined,
    isAsTyped: () => boolean,
  ): Promise<void> {
    if (isUnderWay.current) return
    const items = buyableLines(useCart.getState().items)
    if (items.length === 0) {
      toast({
        title: 'Cart Empty',
        description: 'Please add items to your cart before proceeding.',
        tone: 'destructive',
      })
      return
    }
    if (delivery === undefined) {
      toastShippingRequired()
      return
    }
    isUnderWay.current = true
    setProcessing(true)
    let isLeaving = false
    try {
      isLeaving = await send({ form, items, delivery, isAsTyped })
    } catch (error) {
      if (isHere.current) toast(PAYMENT_ERROR)
      throw error
    } finally {
      if (!isLeaving) release()
    }
  }

  /** Returns whether the browser is leaving for the provider's page. */
  async function send({ form, items, delivery, isAsTyped }: Sent): Promise<boolean> {
    const { token } = useSession.getState()
    const owner = shopperId()
    let checkoutKey = ensureCheckoutKey(owner)
    const request = requestBody(form, items, delivery)
    let start = await startPayment(api, request, { checkoutKey, token })
    if (start.kind === 'elsewhere') {
      useCart.getState().renew()
      checkoutKey = ensureCheckoutKey(owner)
      start = await startPayment(api, request, { checkoutKey, token })
    }
    if (start.kind === 'started') {
      const lines = items.map(({ id, color, size, quantity }) => ({ id, color, size, quantity }))
      readStored(useStartedPayments).start({ reference: start.reference, checkoutKey, lines, owner })
    } else {
      showRefusal(start, items, delivery)
    }
    // The form that sent it is gone, and another is in its place.
    const isOvertaken = owner !== shopperId() && location.pathname === '/checkout'
    if (isOvertaken && start.kind !== 'already-paid') toast(changedMeanwhile('login has'))
    if (start.kind !== 'started' || isOvertaken || !isHere.current) return false
    if (!isSamePurchase(items, buyableLines(useCart.getState().items))) {
      toast(changedMeanwhile('cart has'))
      return false
    }
    if (!isAsTyped()) {
      toast(changedMeanwhile('details have'))
      return false
    }
    leaving.current = setTimeout(release, LEAVING_MS)
    location.assign(start.url)
    return true
  }

  function showRefusal(refused: Refused, items: readonly CartItem[], delivery: Delivery): void {
    if (refused.kind === 'cart-changed') {
      const { present, sentences, isDeliveryGone } = readConflict(items, refused.conflict, delivery)
      bringCartUpToDate(present)
      if (isHere.current) onCartChanged(sentences, isDeliveryGone)
      return
    }
    if (!isHere.current) return
    switch (refused.kind) {
      case 'already-paid':
        if (refused.reference !== undefined) {
          void navigate({ to: '/payment/callback', search: { reference: refused.reference } })
          return
        }
        toast({
          title: 'Already Paid',
          description: 'This order has already been paid. You were not charged again.',
          tone: 'success',
        })
        return
      case 'too-soon':
        toast({
          ...PAYMENT_ERROR,
          description: `${PAYMENT_ERROR.description} You can try again ${waitWords(refused.retryAfterS)}.`,
        })
        return
      case 'invalid': {
        const elsewhere = onInvalid(refused.fields)
        if (elsewhere !== undefined) toast({ ...PAYMENT_ERROR, description: elsewhere })
        return
      }
      case 'elsewhere':
      case 'failed':
        toast(PAYMENT_ERROR)
    }
  }

  return { submit, isProcessing }
}

const shopperId = () => useSession.getState().user?.id ?? null

export function toastShippingRequired(): void {
  toast({
    title: 'Shipping Required',
    description: 'Please select a shipping location.',
    tone: 'destructive',
  })
}

/**
 * One checkout has one key. A cart that was stored before there were keys gets one now. So does a cart that another user of
 * this browser left to pay for, as that order stays theirs.
 */
function ensureCheckoutKey(shopperId: string | null): string {
  const { checkoutKey, renew } = useCart.getState()
  const started = findStarted(readStored(useStartedPayments), checkoutKey)
  if (checkoutKey === '' || (started && !isStartedBy(started, shopperId))) renew()
  return useCart.getState().checkoutKey
}

/** Whether the shopper would pay for exactly what they see. */
function isSamePurchase(sent: readonly CartItem[], shown: readonly CartItem[]): boolean {
  return (
    sent.length === shown.length &&
    sent.every((line) =>
      shown.some(
        (other) => isSameLine(line, other) && line.quantity === other.quantity && line.price === other.price,
      ),
    )
  )
}

function requestBody(form: CheckoutForm, items: readonly CartItem[], delivery: Delivery) {
  const { shippingLocation: _, ...shippingInfo } = form
  return {
    items: items.map(({ id, qtyAvailable: _, isGone: __, ...line }) => ({ productId: id, ...line })),
    shippingInfo: { ...shippingInfo, country: COUNTRY },
    email: form.email,
    totalAmount: cartTotal(items, delivery.amount),
    shippingFee: delivery.amount,
    shippingLocation: delivery.place,
  }
}
