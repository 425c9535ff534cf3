import { useState } from 'react'
import type { Product } from '#shared/contract/product.ts'
import type { SizeGuide } from '#shared/size-guide.ts'
import { LazyOverlay } from '#ui/lazy-overlay.tsx'
import { lazyComponent } from '#web/state/lazy-component.ts'
import { useOverlay } from '#web/state/overlay.ts'

const SizeGuideDialog = lazyComponent(() => import('./size-guide-dialog.tsx'), 'SizeGuideDialog')
const StockAlertDialog = lazyComponent(
  () => import('#web/product/stock-alert/stock-alert-dialog.tsx'),
  'StockAlertDialog',
)

const ALERT = 'stock-alert:'

/** Size guide and stock alert, over the product page; each is loaded when first opened. */
export function ProductDialogs({
  product,
  guide,
  chosenSize,
}: {
  product: Product
  guide: SizeGuide | undefined
  chosenSize: string | null
}) {
  const { current, close } = useOverlay()
  const isGuideOpen = current === 'size-guide'
  const wanted = current?.startsWith(ALERT) ? current.slice(ALERT.length) : null
  // While the dialog closes, its content stays in view.
  const [shown, setShown] = useState(wanted)
  if (wanted !== null && wanted !== shown) setShown(wanted)
  return (
    <>
      {guide && (
        <LazyOverlay isOpen={isGuideOpen} onClose={close}>
          <SizeGuideDialog
            category={product.category}
            guide={guide}
            chosen={chosenSize}
            isOpen={isGuideOpen}
            onClose={close}
          />
        </LazyOverlay>
      )}
      {shown !== null && (
        <LazyOverlay isOpen={wanted !== null} onClose={close}>
          <StockAlertDialog product={product} wanted={shown} isOpen={wanted !== null} onClose={close} />
        </LazyOverlay>
      )}
    </>
  )
}
