import type { ReactNode } from 'react'
import { LazyOverlay } from '#ui/overlay/lazy-overlay.tsx'
import { type OverlayName, useOverlay } from '#web/state/overlay.ts'

/**
 * A panel, dialog or drawer that is open whenever the history says so. A component of its own: what is around it is not
 * rendered again when it opens or closes.
 */
export function OverlayWhenOpened({
  name,
  children,
}: {
  name: OverlayName
  children: (overlay: { isOpen: boolean; onClose: () => void }) => ReactNode
}) {
  const { current, close } = useOverlay()
  const overlay = { isOpen: current === name, onClose: close }
  return <LazyOverlay {...overlay}>{children(overlay)}</LazyOverlay>
}
