import type { ReactNode } from 'react'
import { LazyOverlay } from '#ui/lazy-overlay.tsx'
import { lazyPart } from '#web/state/lazy-part.ts'
import { useOverlay } from '#web/state/overlay.ts'

const CartPanel = lazyPart(() => import('./cart-panel.tsx'), 'CartPanel')
const WishlistPanel = lazyPart(() => import('./wishlist-panel.tsx'), 'WishlistPanel')
const MenuPanel = lazyPart(() => import('./menu-panel.tsx'), 'MenuPanel')

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
  const panel = { isOpen: overlay.current === name, onClose: overlay.close }
  return <LazyOverlay {...panel}>{children(panel)}</LazyOverlay>
}
