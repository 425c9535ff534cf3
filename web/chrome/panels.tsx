import { useHydrated } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense } from 'react'
import { useOverlay } from '#web/state/overlay.ts'
import { useHasBeen } from '#web/ui/has-been.ts'

type PanelOf = ComponentType<{ isOpen: boolean; onClose: () => void }>

const CartPanel = lazy(async () => ({ default: (await import('./cart-panel.tsx')).CartPanel }))
const WishlistPanel = lazy(async () => ({ default: (await import('./wishlist-panel.tsx')).WishlistPanel }))
const MenuPanel = lazy(async () => ({ default: (await import('./menu-panel.tsx')).MenuPanel }))

/** The panels that may lie over any page; each is loaded when it is first opened. */
export function Panels() {
  return (
    <>
      <PanelWhenWanted name="cart" panel={CartPanel} />
      <PanelWhenWanted name="wishlist" panel={WishlistPanel} />
      <PanelWhenWanted name="menu" panel={MenuPanel} />
    </>
  )
}

function PanelWhenWanted({ name, panel: Wanted }: { name: string; panel: PanelOf }) {
  const overlay = useOverlay()
  // A reload keeps the history entry, and so an open panel; the server has rendered the page without it.
  const isOpen = useHydrated() && overlay.current === name
  const hasBeenOpen = useHasBeen(isOpen)
  if (!hasBeenOpen) return null
  return (
    <Suspense fallback={null}>
      <Wanted isOpen={isOpen} onClose={overlay.close} />
    </Suspense>
  )
}
