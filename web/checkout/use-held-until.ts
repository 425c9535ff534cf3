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
import { findStarted, isAllSent, readMemory } from './started-payment.ts'

/**
 * For a shopper who left this cart to pay and came back: until when its goods are held, as a time of day in Lagos;
 * null while it has more in it than they left to pay. If it turns out to be paid, they are taken to their receipt.
 */
export function useHeldUntil(api: Api): string | null {
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

  // The browser may show the page again just as it was left: before it knew of the payment.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      const latest = findStarted(readMemory(), checkoutKey)
      setStarted(latest)
      if (latest !== undefined && latest.reference === reference) void refetch()
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [checkoutKey, reference, refetch])

  useEffect(() => {
    if (reference !== undefined && payment?.status === 'paid') {
      void navigate({ to: '/payment/callback', search: { reference }, replace: true })
    }
  }, [navigate, reference, payment?.status])

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
