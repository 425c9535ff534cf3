import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { buyableLines } from '#shared/cart.ts'
import { useHasBeen } from '#ui/lazy-component.ts'
import { checkCart } from '#web/cart/check-cart.ts'
import { CartChanges, type Refusal } from '#web/checkout/cart-changes.tsx'
import { CheckoutPanels } from '#web/checkout/checkout-panels.tsx'
import { CheckoutSkeleton, EmptyCart } from '#web/checkout/checkout-state.tsx'
import { privateHead } from '#web/chrome/page-head.ts'
import { shippingPlacesQuery } from '#web/data/query.ts'
import { useCart } from '#web/state/cart.ts'
import { useSession } from '#web/state/session.ts'
import { useIsRead } from '#web/state/stored.ts'

export const Route = createFileRoute('/checkout')({
  /** Set by the provider's page when the shopper cancels there (server/payment/start/start.ts). */
  validateSearch: (search: Record<string, unknown>): { cancelled?: true | undefined } => ({
    cancelled: String(search.cancelled) === 'true' ? true : undefined,
  }),
  head: () => privateHead('Checkout'),
  // The places are rendered with the page; in the browser nothing waits for them, and the form says that they are loading.
  loader: ({ context }) => {
    const places = context.queryClient.prefetchQuery(shippingPlacesQuery(context.api))
    return import.meta.env.SSR ? places : undefined
  },
  component: Checkout,
})

function Checkout() {
  const { api } = Route.useRouteContext()
  const { cancelled } = Route.useSearch()
  const isCartRead = useIsRead(useCart)
  const isSessionRead = useIsRead(useSession)
  const isEmpty = useCart((cart) => buyableLines(cart.items).length === 0)
  const user = useSession((session) => session.user)
  const hasNews = useCart((cart) => cart.unseen.length > 0)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  // However recently it was checked: these are the lines that are paid.
  useEffect(() => {
    if (isCartRead) void checkCart(api, 0)
  }, [api, isCartRead])
  const [areChangesShown, setChangesShown] = useState(false)
  useEffect(() => (areChangesShown ? () => useCart.getState().see() : undefined), [areChangesShown])
  const hadItems = useHasBeen(isCartRead && !isEmpty)

  if (!isCartRead || !isSessionRead) {
    return (
      <div className="page">
        <CheckoutSkeleton />
      </div>
    )
  }
  if (isEmpty) {
    return (
      <div className="page">
        <CartChanges refusal={refusal} onShown={setChangesShown} />
        <EmptyCart hasJustEmptied={hadItems && !hasNews} />
      </div>
    )
  }
  return (
    <div className="page py-6 sm:py-10">
      <CheckoutPanels
        key={user?.id ?? 'guest'}
        user={user}
        isCancelled={cancelled === true}
        refusal={refusal}
        onRefused={setRefusal}
        onShownChanges={setChangesShown}
      />
    </div>
  )
}
