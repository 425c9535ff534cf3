import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Order } from '#shared/contract/order.ts'
import { lagosDay } from '#shared/lagos-time.ts'
import { NEW_IN_LIMIT } from '#shared/limits.ts'
import { formatNaira } from '#shared/naira.ts'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { SignedInOnly } from '#web/auth/guard.tsx'
import { CategoryBar } from '#web/chrome/category-bar.tsx'
import { privateHead } from '#web/chrome/page-head.ts'
import { categoriesQuery, myOrdersQuery, productsQuery } from '#web/data/query.ts'
import { Greeting } from '#web/home/greeting.tsx'
import { WishlistStrip } from '#web/home/wishlist-strip.tsx'
import { orderName } from '#web/order/order-words.ts'
import { StatusBadge } from '#web/order/status-badge.tsx'
import { ProductCard, ProductCardSkeleton } from '#web/product/card/product-card.tsx'
import { RecentlyViewed } from '#web/product/card/recently-viewed.tsx'
import { useWishlist } from '#web/state/wishlist.ts'

/** Of a card's picture on a shelf. */
const SIZES = '(min-width: 1600px) 240px, (min-width: 1024px) 15vw, (min-width: 640px) 30vw, 45vw'
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
    import('#web/wishlist/check-wishlist.ts').then(({ checkWishlist }) => checkWishlist(api)).catch(() => {})
  }, [api])
  return (
    <div className="pb-20">
      <Greeting />
      <div className="page grid grid-cols-[repeat(auto-fit,minmax(min(100%,28rem),1fr))] gap-x-16 gap-y-12 pt-12 empty:hidden md:pt-18">
        <LatestOrders orders={orders} />
        <WishlistStrip />
      </div>
      <Shelf title="New In" tag="NewIn" isHeld={isLoading} />
      <Shelf title="Best Sellers" tag="BestSellers" isHeld={isLoading} />
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
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-8 sm:grid-cols-3 sm:gap-x-4 lg:grid-cols-6">
      {data && !isHeld
        ? data.products.map((product) => <ProductCard key={product.id} product={product} sizes={SIZES} />)
        : PLACES.map((place) => <ProductCardSkeleton key={place} />)}
    </div>
  )
}

/** Shown until the session has been read from the browser, and sent by the server to everyone. */
function HomeSkeleton() {
  return (
    <div role="status" className="page py-10 sm:py-14">
      <span className="sr-only">Loading your home page…</span>
      <noscript>
        <p className="mb-8 notice p-5">
          You need to be logged in to see this page, and logging in needs JavaScript. Please turn it on.
        </p>
      </noscript>
      <Skeleton className="h-24 w-2/3 sm:h-40" />
      <Skeleton className="mt-14 h-12 w-48" />
      <div className="mt-6 grid grid-cols-2 gap-x-3 gap-y-8 sm:grid-cols-3 lg:grid-cols-6">
        {['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((key) => (
          <Skeleton key={key} className="aspect-4/5" />
        ))}
      </div>
    </div>
  )
}

/** One row of products on a wide screen, with a link to all of their kind. */
function Shelf({ title, tag, isHeld }: { title: string; tag: string; isHeld: boolean }) {
  return (
    <section aria-label={title} className="page pt-12 md:pt-18">
      <div className="flex items-end justify-between gap-4 pb-6">
        <h2 className="display text-d-md">{title}</h2>
        <Link
          to="/products"
          search={{ tag }}
          className="label flex min-h-11 items-center gap-2 border-ink border-b-3 text-xs hover:border-accent"
        >
          See all
          <span className="sr-only">: {title}</span>
          <Icon name="arrow-right" />
        </Link>
      </div>
      <Products tag={tag} isHeld={isHeld} />
    </section>
  )
}

const SHOWN = 3

/** One line for each of the newest orders; renders nothing without orders. */
function LatestOrders({ orders }: { orders: readonly Order[] }) {
  if (orders.length === 0) return null
  return (
    <section aria-labelledby="latest-orders">
      <div className="flex items-end justify-between gap-4 border-ink border-b-2">
        <h2 id="latest-orders" className="display pb-3 text-d-xs">
          Your latest orders
        </h2>
        <Link to="/orders" className="link inline-flex min-h-11 items-center text-sm">
          All orders
        </Link>
      </div>
      <ul>
        {orders.slice(0, SHOWN).map((order) => (
          <li key={order._id} className="relative border-line border-b hover:bg-paper-bright">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-4">
              <div>
                <Link
                  to="/orders/$id"
                  params={{ id: order._id }}
                  className="font-bold after:absolute after:inset-0"
                >
                  {orderName(order._id)}
                </Link>
                <p className="text-ink-mute text-sm">
                  <time dateTime={order.createdAt}>{lagosDay(order.createdAt)}</time>
                </p>
              </div>
              <div className="ml-auto flex flex-wrap items-center justify-end gap-x-4 gap-y-1">
                <StatusBadge status={order.status} />
                <span className="money min-w-20 text-right font-bold">{formatNaira(order.totalAmount)}</span>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
