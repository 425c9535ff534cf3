import { useState } from 'react'
import type { Product } from '#shared/contract/product.ts'
import type { SizeGuide } from '#shared/size-guide.ts'
import { lazyComponent } from '#ui/lazy-component.ts'
import { LazyOverlay } from '#ui/overlay/lazy-overlay.tsx'
import { OverlayWhenOpened } from '#web/item/overlay-when-opened.tsx'
import { useOverlay } from '#web/state/overlay.ts'

export const loadSizeGuide = () => import('./size-guide-dialog.tsx')
const SizeGuideDialog = lazyComponent(loadSizeGuide, 'SizeGuideDialog')
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
  const wanted = current?.startsWith(ALERT) ? current.slice(ALERT.length) : null
  // While the dialog closes, its content stays in view.
  const [shown, setShown] = useState(wanted)
  if (wanted !== null && wanted !== shown) setShown(wanted)
  return (
    <>
      {guide && (
        <OverlayWhenOpened name="size-guide">
          {(dialog) => (
            <SizeGuideDialog {...dialog} category={product.category} guide={guide} chosen={chosenSize} />
          )}
        </OverlayWhenOpened>
      )}
      {shown !== null && (
        <LazyOverlay isOpen={wanted !== null} onClose={close}>
          <StockAlertDialog product={product} wanted={shown} isOpen={wanted !== null} onClose={close} />
        </LazyOverlay>
      )}
    </>
  )
}
