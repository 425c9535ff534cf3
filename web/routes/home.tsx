import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect } from 'react'
import { NEW_IN_LIMIT } from '#shared/limits.ts'
import { SignedInOnly } from '#web/auth/guard.tsx'
import { CategoryBar } from '#web/chrome/category-bar.tsx'
import { privateHead } from '#web/chrome/page-head.ts'
import { categoriesQuery, myOrdersQuery, productsQuery } from '#web/data/query.ts'
import { Greeting } from '#web/home/greeting.tsx'
import { HomeSkeleton } from '#web/home/home-skeleton.tsx'
import { SHELF_SIZES, Shelf, ShelfGrid } from '#web/home/shelf.tsx'
import { WishlistStrip } from '#web/home/wishlist-strip.tsx'
import { LatestOrders } from '#web/order/latest-orders.tsx'
import { ProductCard, ProductCardSkeleton } from '#web/product/card/product-card.tsx'
import { RecentlyViewed } from '#web/product/card/recently-viewed.tsx'
import { useWishlist } from '#web/state/wishlist.ts'

const PLACES = Array.from({ length: NEW_IN_LIMIT }, (_, place) => place)

export const Route = createFileRoute('/home')({
  head: () => privateHead('Home'),
  // Rendered with the page; in the browser nothing waits for them.
  loader: ({ context: { queryClient, api } }) => {
    const categories = queryClient.prefetchQuery(categoriesQuery(api))
    return import.meta.env.SSR ? categories : undefined
  },
  component: () => (
    <>
      <CategoryBar />
      <SignedInOnly waiting={<HomeSkeleton />}>{(token) => <Home token={token} />}</SignedInOnly>
    </>
  ),
})

function Home({ token }: { token: string }) {
  const { api } = Route.useRouteContext()
  const { data: orders = [], isLoading } = useQuery(myOrdersQuery(api, token))
  // The wishlist has its products as they were when last looked at, perhaps weeks ago. Without a network they stay so.
  useEffect(() => {
    if (useWishlist.getState().items.length === 0) return
    import('#web/state/check-wishlist.ts').then(({ checkWishlist }) => checkWishlist(api)).catch(() => {})
  }, [api])
  return (
    <div className="pb-20">
      <Greeting />
      <div className="page grid grid-cols-[repeat(auto-fit,minmax(min(100%,28rem),1fr))] gap-x-16 gap-y-12 pt-12 empty:hidden md:pt-18">
        <LatestOrders orders={orders} />
        <WishlistStrip />
      </div>
      <Shelf title="New In" tag="NewIn">
        <Products tag="NewIn" isHeld={isLoading} />
      </Shelf>
      <Shelf title="Best Sellers" tag="BestSellers">
        <Products tag="BestSellers" isHeld={isLoading} />
      </Shelf>
      <div className="page pt-12 md:pt-18">
        <RecentlyViewed />
      </div>
    </div>
  )
}

/** `isHeld` while something may still appear above them and move them. */
function Products({ tag, isHeld }: { tag: string; isHeld: boolean }) {
  const { api } = Route.useRouteContext()
  const { data, isError } = useQuery(productsQuery(api, { tag, page: 1, limit: NEW_IN_LIMIT }))
  if (data === undefined && isError) return <p role="alert">Failed to load products</p>
  if (data && !isHeld)
    return (
      <ShelfGrid>
        {data.products.map((product) => (
          <ProductCard key={product.id} product={product} sizes={SHELF_SIZES} />
        ))}
      </ShelfGrid>
    )
  return (
    <ShelfGrid>
      {PLACES.map((place) => (
        <ProductCardSkeleton key={place} />
      ))}
    </ShelfGrid>
  )
}
