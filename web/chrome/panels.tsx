import type { ReactNode } from 'react'
import { LazyOverlay } from '#ui/lazy-overlay.tsx'
import { lazyComponent } from '#web/state/lazy-component.ts'
import { useOverlay } from '#web/state/overlay.ts'

const CartPanel = lazyComponent(() => import('./cart-panel.tsx'), 'CartPanel')
const WishlistPanel = lazyComponent(() => import('./wishlist-panel.tsx'), 'WishlistPanel')
const MenuPanel = lazyComponent(() => import('./menu-panel.tsx'), 'MenuPanel')

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
