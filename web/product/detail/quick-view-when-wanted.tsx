import { lazyComponent } from '#ui/lazy-component.ts'
import { LazyOverlay } from '#ui/overlay/lazy-overlay.tsx'
import { useOverlay } from '#web/state/overlay.ts'

const PREFIX = 'quick-view:'
const QuickView = lazyComponent(() => import('./quick-view.tsx'), 'QuickView')

/** Shows the product whose quick view is open according to the history; loaded on first use. */
export function QuickViewWhenWanted() {
  const { current, close } = useOverlay()
  const productId = current?.startsWith(PREFIX) ? current.slice(PREFIX.length) : null
  return (
    <LazyOverlay isOpen={productId !== null} onClose={close}>
      <QuickView productId={productId} onClose={close} />
    </LazyOverlay>
  )
}
