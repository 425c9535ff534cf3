import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { buyableLines } from '#shared/cart.ts'
import { lagosClock } from '#shared/lagos-time.ts'
import type { Api } from '#web/data/api.ts'
import { paymentQuery } from '#web/data/payment.ts'
import { atInstant } from '#web/state/at-instant.ts'
import { useCart } from '#web/state/cart.ts'
import { useSession } from '#web/state/session.ts'
import { toast } from '#web/ui/toast-store.ts'
import { findStarted, isAllSent, onKeptLate, readMemory } from './started-payment.ts'

/**
 * For a shopper who left this cart to pay and came back: until when its goods are held, as a time of day in Lagos; null
 * while it holds more than was submitted. If it turns out to be paid, they are redirected to their receipt. `isCancelled`
 * when the provider sent them back as they cancelled: confirmed only once the payment is known to be neither made nor under
 * way.
 */
export function useHeldUntil(api: Api, isCancelled: boolean): string | null {
  const navigate = useNavigate()
  const checkoutKey = useCart((cart) => cart.checkoutKey)
  const token = useSession((session) => session.token)
  const items = useCart((cart) => cart.items)
  const [started, setStarted] = useState(() => findStarted(readMemory(), checkoutKey))
  const reference = started?.reference
  const { data: payment, refetch } = useQuery({
    ...paymentQuery(api, reference ?? '', token),
    enabled: reference !== undefined,
  })
  const [overAt, setOverAt] = useState<string | null>(null)
  const holdEnd = payment?.status === 'pending' ? payment.holdExpiresAt : null

  // The back/forward cache may restore the page as it was before it knew of the payment, and the shopper may be back from
  // elsewhere in the shop before the order that they sent is answered.
  useEffect(() => {
    const look = () => {
      const latest = findStarted(readMemory(), checkoutKey)
      setStarted(latest)
      if (latest !== undefined && latest.reference === reference) void refetch()
    }
    const onShow = (event: PageTransitionEvent) => event.persisted && look()
    addEventListener('pageshow', onShow)
    const stopListening = onKeptLate(look)
    return () => {
      removeEventListener('pageshow', onShow)
      stopListening()
    }
  }, [checkoutKey, reference, refetch])

  useEffect(() => {
    if (reference !== undefined && payment?.status === 'paid') {
      void navigate({ to: '/payment/callback', search: { reference }, replace: true })
    }
  }, [navigate, reference, payment?.status])

  const isUnpaid = payment?.status === 'pending' && !payment.inFlight
  useEffect(() => {
    if (!isCancelled || !isUnpaid) return
    toast({ title: 'Payment cancelled, nothing was charged.' })
    void navigate({ to: '/checkout', replace: true, resetScroll: false })
  }, [navigate, isCancelled, isUnpaid])

  useEffect(() => {
    if (holdEnd === null) return
    const overAtMs = Date.parse(holdEnd) + 1
    const look = () => {
      if (Date.now() >= overAtMs) setOverAt(holdEnd)
    }
    return atInstant(overAtMs, look)
  }, [holdEnd])

  if (holdEnd === null || overAt === holdEnd) return null
  return started && isAllSent(started, buyableLines(items)) ? lagosClock(holdEnd) : null
}
