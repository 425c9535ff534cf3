import { useHydrated } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '#web/state/lazy-part.ts'
import { useOverlay } from '#web/state/overlay.ts'
import { useHasBeen } from '#web/ui/has-been.ts'

const CartPanel = lazyPart(async () => ({ default: (await import('./cart-panel.tsx')).CartPanel }))
const WishlistPanel = lazyPart(async () => ({
  default: (await import('./wishlist-panel.tsx')).WishlistPanel,
}))
const MenuPanel = lazyPart(async () => ({ default: (await import('./menu-panel.tsx')).MenuPanel }))

/** The panels that can open over any page; each is loaded when first opened. `delivery` is passed to the cart. */
export function Panels({ delivery }: { delivery: ReactNode }) {
  return (
    <>
      <WhenWanted name="cart">{(panel) => <CartPanel {...panel} delivery={delivery} />}</WhenWanted>
      <WhenWanted name="wishlist">{(panel) => <WishlistPanel {...panel} />}</WhenWanted>
      <WhenWanted name="menu">{(panel) => <MenuPanel {...panel} />}</WhenWanted>
    </>
  )
}

function WhenWanted({
  name,
  children,
}: {
  name: string
  children: (panel: { isOpen: boolean; onClose: () => void }) => ReactNode
}) {
  const overlay = useOverlay()
  // A reload keeps the history entry, and so an open panel; the server rendered the page without it.
  const isOpen = useHydrated() && overlay.current === name
  const hasBeenOpen = useHasBeen(isOpen)
  if (!hasBeenOpen) return null
  return <Suspense fallback={null}>{children({ isOpen, onClose: overlay.close })}</Suspense>
}
