import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useState } from 'react'
import { buyableLines } from '#shared/cart.ts'
import { lagosClock } from '#shared/lagos-time.ts'
import { toast } from '#ui/toast/toast.ts'
import { paymentQuery } from '#web/data/payment.ts'
import { useCart } from '#web/state/cart.ts'
import { atServerTime, serverNowMs } from '#web/state/server-clock.ts'
import { useSession } from '#web/state/session.ts'
import { findStarted, isAllSent, isStartedBy, useStartedPayments } from '#web/state/started-payment.ts'
import { hydrateStored } from '#web/state/stored.ts'
import { settleCart } from './settle-cart.ts'

/**
 * For a shopper who left this cart to pay and came back: until when its goods are held, as a time of day in Lagos; null
 * while the cart holds more than was submitted. If the payment turns out to be made, its shopper is redirected to the
 * receipt; for another user of this browser, only what was bought leaves the cart. `isCancelled`: the provider sent the
 * shopper back because they cancelled. That is confirmed only once the payment is known to be neither made nor under way.
 * Nothing is requested while the order is being sent (`isSending`): the browser is about to leave for the payment page.
 */
export function useHeldUntil({
  isCancelled,
  isSending,
}: {
  isCancelled: boolean
  isSending: boolean
}): string | null {
  const { api } = useRouter().options.context
  const navigate = useNavigate()
  const checkoutKey = useCart((cart) => cart.checkoutKey)
  const token = useSession((session) => session.token)
  const shopperId = useSession((session) => session.user?.id ?? null)
  const items = useCart((cart) => cart.items)
  useLayoutEffect(() => hydrateStored([useStartedPayments]), [])
  const started = useStartedPayments((memory) => findStarted(memory, checkoutKey))
  const reference = started?.reference
  const isTheirs = started !== undefined && isStartedBy(started, shopperId)
  const { data: payment, refetch } = useQuery({
    ...paymentQuery(api, reference ?? '', token),
    enabled: reference !== undefined && !isSending,
  })
  const [overAt, setOverAt] = useState<string | null>(null)
  const holdEnd = payment?.status === 'pending' ? payment.holdExpiresAt : null

  // The back/forward cache restores the page with the payment as it was when the page was left.
  useEffect(() => {
    if (reference === undefined) return
    const onShow = (event: PageTransitionEvent) => event.persisted && void refetch()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [reference, refetch])

  useEffect(() => {
    if (reference === undefined || payment?.status !== 'paid') return
    if (isTheirs) {
      void navigate({ to: '/payment/callback', search: { reference }, replace: true })
      return
    }
    settleCart(reference)
    toast({
      title: 'Already Paid',
      description: 'What was already paid for has left this cart. The receipt was sent by email.',
    })
  }, [navigate, reference, payment?.status, isTheirs])

  // Removed from the address at once: after Back or a reload, the payment may be under way again.
  useEffect(() => {
    if (isCancelled) void navigate({ to: '/checkout', replace: true, resetScroll: false })
  }, [navigate, isCancelled])

  const [isUnseen, setUnseen] = useState(isCancelled)
  // A cancelled order does not count as unpaid: its payment may have come too late and be on its way back.
  const isUnpaid = payment && ['pending', 'failed'].includes(payment.status) && !payment.inFlight
  useEffect(() => {
    if (!isUnseen || !(isUnpaid || isSending)) return
    setUnseen(false)
    if (!isSending) toast({ title: 'Payment cancelled, nothing was charged.' })
  }, [isUnseen, isUnpaid, isSending])

  useEffect(() => {
    if (holdEnd === null) return
    const overAtMs = Date.parse(holdEnd) + 1
    const look = () => {
      if (serverNowMs() >= overAtMs) setOverAt(holdEnd)
    }
    return atServerTime(overAtMs, look)
  }, [holdEnd])

  if (holdEnd === null || overAt === holdEnd) return null
  return started && isTheirs && isAllSent(started, buyableLines(items)) ? lagosClock(holdEnd) : null
}
