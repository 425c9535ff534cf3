import { useQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import type { Product } from '#shared/contract/product.ts'
import { BackLink } from '#ui/back-link.tsx'
import { LazyOverlay } from '#ui/lazy-overlay.tsx'
import { OrOffline } from '#web/chrome/or-offline.tsx'
import { pageHead, privateHead } from '#web/chrome/page-head.ts'
import { ApiError } from '#web/data/api.ts'
import { loadQuery } from '#web/data/load-query.ts'
import { productQuery } from '#web/data/query.ts'
import { DeliveryEstimate } from '#web/delivery/delivery-estimate.tsx'
import { RecentlyViewed } from '#web/product/card/recently-viewed.tsx'
import { RelatedProducts } from '#web/product/card/related-products.tsx'
import { ProductDetail } from '#web/product/detail/product-detail.tsx'
import { productHead } from '#web/product/detail/product-head.ts'
import { ProductNotFound, ProductNotLoaded } from '#web/product/detail/product-not-found.tsx'
import { ProductSkeleton } from '#web/product/detail/product-skeleton.tsx'
import { useViewed } from '#web/product/detail/use-viewed.ts'
import { readWantedChoice } from '#web/product/detail/wanted-choice.ts'
import { lazyComponent } from '#web/state/lazy-component.ts'
import { useOverlay } from '#web/state/overlay.ts'

const ReviewDialog = lazyComponent(() => import('#web/review/review-dialog.tsx'), 'ReviewDialog')

export const Route = createFileRoute('/products/$id')({
  validateSearch: readWantedChoice,
  loader: async ({ context: { queryClient, api }, params, abortController, preload }) => {
    // Not waited for: the navigation would wait for what this began, even after leaving and coming back.
    if (preload) return void queryClient.prefetchQuery(productQuery(api, params.id))
    try {
      await loadQuery(queryClient, productQuery(api, params.id), abortController)
    } catch (error) {
      if (error instanceof ApiError && (error.status === 404 || error.status === 400)) throw notFound()
      // It decides the status of a rendered page; in the browser, the page itself shows the failure.
      if (import.meta.env.SSR) throw error
    }
  },
  pendingMs: 150,
  remountDeps: ({ params }) => params,
  head: ({ match: { context }, params }) => {
    const known = context.queryClient.getQueryData(productQuery(context.api, params.id).queryKey)
    return known
      ? pageHead(productHead(known.product, context.publicUrl, context.renderedAtMs), context.publicUrl)
      : privateHead('Product not found')
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
  const { data, isLoadingError } = useQuery({ ...productQuery(api, id), retryOnMount: false })
  useViewed(data?.product.id)
  if (isLoadingError) return <ProductFailed />
  if (data === undefined) return <ProductSkeleton />
  const { product, relatedProducts } = data
  return (
    <>
      <div className="page pt-2 pb-20 sm:pt-4">
        <BackLink fallback="/products" />
        <ProductDetail
          key={product.id}
          product={product}
          wanted={wanted}
          delivery={product.qtyAvailable > 0 && <DeliveryEstimate />}
        />
      </div>
      <RelatedProducts products={relatedProducts} />
      <div className="page">
        <RecentlyViewed except={product.id} />
      </div>
      <Reviews product={product} />
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

function Reviews({ product }: { product: Product }) {
  const overlay = useOverlay()
  const isOpen = overlay.current === 'reviews'
  return (
    <LazyOverlay isOpen={isOpen} onClose={overlay.close}>
      <ReviewDialog product={product} isOpen={isOpen} onClose={overlay.close} />
    </LazyOverlay>
  )
}
