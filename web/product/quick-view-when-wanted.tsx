import { useHydrated } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyPart } from '#web/state/lazy-part.ts'
import { useOverlay } from '#web/state/overlay.ts'
import { useHasBeen } from '#web/ui/has-been.ts'

const PREFIX = 'quick-view:'
const QuickView = lazyPart(async () => ({ default: (await import('./quick-view.tsx')).QuickView }))

/** Shows the product whose quick view is open according to the history; loaded on first use. */
export function QuickViewWhenWanted() {
  const { current, close } = useOverlay()
  const isHydrated = useHydrated()
  const productId = isHydrated && current?.startsWith(PREFIX) ? current.slice(PREFIX.length) : null
  if (!useHasBeen(productId !== null)) return null
  return (
    <Suspense fallback={null}>
      <QuickView productId={productId} onClose={close} />
    </Suspense>
  )
}
