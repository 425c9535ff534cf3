import { Suspense } from 'react'
import type { Receipt } from '#shared/contract/order.ts'
import { Awaited, lazyComponent } from '#ui/lazy-component.ts'
import { useSession } from '#web/state/session.ts'
import { useIsRead } from '#web/state/stored.ts'

const ChoosePassword = lazyComponent(() => import('./choose-password.tsx'), 'ChoosePassword')

/** For whoever bought as a guest and is not logged in: an account for one password, as the order has the rest. */
export function ChoosePasswordIfGuest({ order }: { order: Receipt }) {
  const isRead = useIsRead(useSession)
  const isGuest = useSession((session) => session.token === null)
  const { email, shippingInfo } = order
  if (!isRead || !isGuest || !order.isGuest || shippingInfo === null) return null
  return (
    <Suspense fallback={<Awaited />}>
      <ChoosePassword email={email} fullName={shippingInfo.fullName} />
    </Suspense>
  )
}
