import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, notFound, useHydrated } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { isUnknown } from '#shared/client/api.ts'
import type { ProductSummary } from '#shared/contract/product.ts'
import { RELATED_PRODUCTS } from '#shared/limits.ts'
import { BackLink } from '#ui/back-link.tsx'
import { type ButtonLook, buttonClass, RetryButton } from '#ui/button.tsx'
import { useSavesData } from '#ui/data-saver.ts'
import { lazyComponent } from '#ui/lazy-component.ts'
import { useLoadedAhead } from '#ui/load-ahead.ts'
import { MessageScreen } from '#ui/message-screen.tsx'
import { OrOffline } from '#web/chrome/failure.tsx'
import { pageHead, privateHead } from '#web/chrome/page-head.ts'
import { loadQuery } from '#web/data/load-query.ts'
import { productQuery } from '#web/data/query.ts'
import { OverlayWhenOpened } from '#web/item/overlay-when-opened.tsx'
import { CardStrip, STRIP_SIZES } from '#web/product/card/card-strip.tsx'
import { ProductCard } from '#web/product/card/product-card.tsx'
import { RecentlyViewed } from '#web/product/card/recently-viewed.tsx'
import { loadLightbox } from '#web/product/detail/gallery.tsx'
import { ProductDetail } from '#web/product/detail/product-detail.tsx'
import { loadSizeGuide } from '#web/product/detail/product-dialogs.tsx'
import { productHead } from '#web/product/detail/product-head.ts'
import { ProductSkeleton } from '#web/product/detail/product-skeleton.tsx'
import { readWantedChoice } from '#web/product/detail/wanted-choice.ts'
import { useOpenOverlay } from '#web/state/overlay.ts'
import { useRecentlyViewed } from '#web/state/recently-viewed.ts'
import { useIsRead } from '#web/state/stored.ts'

const ReviewStrip = lazyComponent(() => import('#web/review/review-strip.tsx'), 'ReviewStrip')
const loadReviews = () => import('#web/review/review-dialog.tsx')
const ReviewDialog = lazyComponent(loadReviews, 'ReviewDialog')
const AHEAD = [loadLightbox, loadSizeGuide, loadReviews]

export const Route = createFileRoute('/products/$id')({
  validateSearch: readWantedChoice,
  loader: async ({ context: { queryClient, api }, params, abortController, preload }) => {
    // Not waited for: the navigation would wait for what this began, even after leaving and coming back.
    if (preload) return void queryClient.prefetchQuery(productQuery(api, params.id))
    try {
      await loadQuery(queryClient, productQuery(api, params.id), abortController)
    } catch (error) {
      if (isUnknown(error)) throw notFound()
      // It decides the status of a rendered page; in the browser, the page itself shows the failure.
      if (import.meta.env.SSR) throw error
    }
  },
  pendingMs: 150,
  remountDeps: ({ params }) => params,
  head: ({ match: { context, search }, params }) => {
    const { data: known, error } =
      context.queryClient.getQueryState(productQuery(context.api, params.id).queryKey) ?? {}
    return known
      ? pageHead(
          productHead(known.product, context.publicUrl, context.renderedAtMs, search),
          context.publicUrl,
        )
      : // Without a network the shop has not said that there is none.
        privateHead(isUnknown(error) ? TITLE : 'Product')
  },
  component: ProductPage,
  pendingComponent: ProductSkeleton,
  notFoundComponent: ProductNotFound,
  errorComponent: ProductFailed,
})

function ProductPage() {
  const { api } = Route.useRouteContext()
  const { id } = Route.useParams()
  const wanted = Route.useSearch()
  const openOverlay = useOpenOverlay()
  const isHydrated = useHydrated()
  const { data, isLoadingError } = useQuery({ ...productQuery(api, id), retryOnMount: false })
  useViewed(data?.product.id)
  useLoadedAhead(AHEAD, useSavesData())
  if (isLoadingError) return <ProductFailed />
  if (data === undefined) return <ProductSkeleton />
  const { product, relatedProducts } = data
  return (
    <>
      <div className="page pt-2 pb-20 sm:pt-4">
        <BackLink fallback="/products" />
        <ProductDetail key={product.id} product={product} wanted={wanted} />
      </div>
      {product.numReviews > 0 && (
        <div className="page min-h-160 lg:min-h-120">
          {isHydrated && (
            <Suspense>
              <ReviewStrip product={product} onAll={() => openOverlay('reviews')} />
            </Suspense>
          )}
        </div>
      )}
      <RelatedProducts products={relatedProducts} />
      <div className="page">
        <RecentlyViewed except={product.id} />
      </div>
      <OverlayWhenOpened name="reviews">
        {(dialog) => <ReviewDialog {...dialog} product={product} />}
      </OverlayWhenOpened>
    </>
  )
}

function ProductFailed() {
  return (
    <OrOffline>
      <ProductNotLoaded />
    </OrOffline>
  )
}

/** Six columns where they fit, the first for the heading; else a strip to swipe, so that no card is alone in a row. */
function RelatedProducts({ products }: { products: readonly ProductSummary[] }) {
  if (products.length === 0) return null
  return (
    <section data-far aria-labelledby="related" className="border-ink border-t">
      <div className="page gap-x-4 pt-10 pb-16 xl:grid xl:grid-cols-6">
        <h2 id="related" className="display pb-6 text-d-sm xl:pb-0">
          You may also like
        </h2>
        <CardStrip className="xl:col-span-5 xl:auto-cols-[calc((100%-4rem)/5)]">
          {products.slice(0, RELATED_PRODUCTS).map((product) => (
            <ProductCard key={product.id} product={product} sizes={STRIP_SIZES} />
          ))}
        </CardStrip>
      </div>
    </section>
  )
}

/** Remembers, only in this browser, that the product was viewed. */
function useViewed(id: string | undefined): void {
  const isRead = useIsRead(useRecentlyViewed)
  useEffect(() => {
    if (isRead && id !== undefined) useRecentlyViewed.getState().view(id)
  }, [isRead, id])
}

const TITLE = 'Product not found'

function ProductNotFound() {
  return (
    <MessageScreen title={TITLE}>
      <BackToProducts variant="primary" />
    </MessageScreen>
  )
}

/** There may well be such a product. */
function ProductNotLoaded() {
  return (
    <MessageScreen
      role="alert"
      title={TITLE}
      text="It could not be loaded. Please check your connection and try again."
    >
      <RetryButton size="lg" onClick={() => location.reload()} />
      <BackToProducts variant="secondary" />
    </MessageScreen>
  )
}

function BackToProducts({ variant }: Required<Pick<ButtonLook, 'variant'>>) {
  return (
    <Link to="/products" activeOptions={{ exact: true }} className={buttonClass({ size: 'lg', variant })}>
      Back to Products
    </Link>
  )
}
