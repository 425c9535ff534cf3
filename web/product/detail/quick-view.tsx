import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '#shared/client/api.ts'
import { colourAskedFor } from '#shared/colour.ts'
import type { Product } from '#shared/contract/product.ts'
import { QUICK_VIEW_TAGS } from '#shared/limits.ts'
import { buttonClass, RetryButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useListingSearch, useListState } from '#web/data/listing-search.ts'
import { productQuery } from '#web/data/query.ts'
import { Price } from '#web/item/price.tsx'
import { useProductLink } from '#web/item/product-link.ts'
import { findSoldOut } from '#web/product/stock-alert/stock-alert-choice.ts'
import { AddToCartButton, StockNote, WishButton } from './buy-buttons.tsx'
import { ChoicePicker } from './choice-picker.tsx'
import { Gallery } from './gallery.tsx'
import { galleryPictures } from './gallery-picture.ts'
import { Rating } from './rating.tsx'
import { TagBadges } from './tag-badges.tsx'
import { usePurchase } from './use-purchase.ts'

const GALLERY_SIZES = '(min-width: 1024px) 500px, (min-width: 640px) 50vw, 99vw'

/** A product over the current page. While it closes, `productId` is null and the last one stays in view. */
export function QuickView({ productId, onClose }: { productId: string | null; onClose: () => void }) {
  const [shownId, setShownId] = useState(productId)
  if (productId !== null && productId !== shownId) setShownId(productId)
  const { api } = useRouter().options.context
  // Each opening sends a new request if the last one was refused, or had no response when it was closed.
  const { data, error, refetch } = useQuery({
    ...productQuery(api, shownId ?? ''),
    subscribed: productId !== null,
  })
  return (
    <Dialog
      title={data?.product.name ?? 'Quick view'}
      isTitleHidden
      size="lg"
      isOpen={productId !== null}
      onClose={onClose}
    >
      {data ? (
        <QuickViewProduct key={data.product.id} product={data.product} />
      ) : (
        <div className="grid grid-cols-1 gap-6 p-5 sm:grid-cols-2 sm:p-8">
          {error ? <Failed error={error} onRetry={() => void refetch()} /> : <Waiting />}
        </div>
      )}
    </Dialog>
  )
}

/** Only a product that the shop does not know counts as not found. */
function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400)
  return (
    <div className="grid content-start justify-items-start gap-5">
      {/* Next to the button that closes the dialog. */}
      <p role="alert" className="pr-12">
        {isMissing ? 'Product not found' : error.message}
      </p>
      {!isMissing && <RetryButton variant="secondary" size="sm" onClick={onRetry} />}
    </div>
  )
}

function QuickViewProduct({ product }: { product: Product }) {
  const wanted = colourAskedFor(product.variants, useListingSearch()?.color ?? [])
  const purchase = usePurchase(product, wanted === undefined ? {} : { color: wanted })
  const { color, size } = purchase.choice
  return (
    <div className="grid grid-cols-1 sm:grid-cols-2">
      <Link
        {...useProductLink({ id: product.id, color: color ?? '', size: size ?? '' })}
        state={useListState()}
        aria-label="Full product page"
        title="Full product page"
        className={buttonClass(
          { variant: 'ghost', size: 'icon' },
          'absolute top-2 right-13 z-10 bg-paper/85',
        )}
      >
        <Icon name="link" />
      </Link>
      <div className="sm:p-5">
        <Gallery
          key={color}
          name={product.name}
          pictures={galleryPictures(product, color)}
          sizes={GALLERY_SIZES}
          thumbs="below"
          overlay={`quick-view:${product.id}/pictures`}
        />
      </div>
      <div className="grid grid-cols-1 content-start gap-5 p-5 sm:py-8 sm:pr-8">
        <div className="grid grid-cols-1 gap-2.5 sm:pr-18">
          <p className="display text-balance break-words text-d-sm">{product.name}</p>
          <p className="text-[min(1.125rem,9vw)]">
            <Price price={purchase.price} original={purchase.original} />
          </p>
          <Rating ratings={product.ratings} numReviews={product.numReviews} />
        </div>
        <p className="line-clamp-4 whitespace-pre-line text-ink-soft text-sm">{product.description}</p>
        <StockNote
          left={findSoldOut(product, purchase.choice) ? 0 : purchase.left}
          isRetired={product.retired}
        />
        <ChoicePicker product={product} purchase={purchase} />
        <div className="flex flex-wrap gap-2">
          <AddToCartButton purchase={purchase} className="max-w-full grow" />
          <WishButton product={product} purchase={purchase} />
        </div>
        <TagBadges tags={product.tags} limit={QUICK_VIEW_TAGS} isOverlaid />
      </div>
    </div>
  )
}

function Waiting() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading product
      </p>
      <Skeleton className="aspect-4/5" />
      <div className="grid content-start gap-4 pt-4">
        <Skeleton className="h-9 w-4/5" />
        <Skeleton className="h-6 w-1/3" />
        <Skeleton className="h-20" />
        <Skeleton className="h-12 w-1/2" />
        <Skeleton className="h-14" />
      </div>
    </>
  )
}
