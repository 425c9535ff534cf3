import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useHydrated } from '@tanstack/react-router'
import { NEW_IN_LIMIT } from '#shared/limits.ts'
import { CategoryBar } from '#web/chrome/category-bar.tsx'
import { pageHead } from '#web/chrome/page-head.ts'
import { categoriesQuery, productsQuery } from '#web/data/query.ts'
import { Banner } from '#web/home/banner.tsx'
import { Carousel } from '#web/home/carousel.tsx'
import { Hero } from '#web/home/hero.tsx'
import { homeHead } from '#web/home/home-head.ts'
import { NEW_IN_SIZES, NewIn, NewInGrid } from '#web/home/new-in.tsx'
import { Promo } from '#web/home/promo.tsx'
import { Story } from '#web/home/story.tsx'
import { Trust } from '#web/home/trust.tsx'
import { ProductCard, ProductCardSkeleton } from '#web/product/card/product-card.tsx'

const NEW_IN = { tag: 'NewIn', page: 1, limit: NEW_IN_LIMIT }
const PLACES = Array.from({ length: NEW_IN_LIMIT }, (_, place) => place)

export const Route = createFileRoute('/')({
  // Both are rendered with the page; in the browser nothing waits for them. Neither may take the whole page down: each has
  // its own failure to show.
  loader: ({ context: { queryClient, api } }) => {
    const asked = Promise.all([
      queryClient.prefetchQuery(categoriesQuery(api)),
      queryClient.prefetchQuery(productsQuery(api, NEW_IN)),
    ])
    return import.meta.env.SSR ? asked.then(() => {}) : undefined
  },
  head: ({ match: { context } }) => pageHead(homeHead(context.publicUrl), context.publicUrl),
  component: Home,
})

function Home() {
  return (
    <>
      <CategoryBar />
      <Hero />
      <Banner />
      <NewIn>
        <NewInProducts />
      </NewIn>
      <Carousel />
      <Promo />
      <Story />
      <Trust />
    </>
  )
}

function NewInProducts() {
  const { api } = Route.useRouteContext()
  const { data, isError } = useQuery(productsQuery(api, NEW_IN))
  const isHydrated = useHydrated()
  if (data?.products.length === 0) return <p className="text-lg">No products found</p>
  if (data) {
    return (
      <NewInGrid>
        {data.products.map((product) => (
          <ProductCard key={product.id} product={product} sizes={NEW_IN_SIZES} />
        ))}
      </NewInGrid>
    )
  }
  // A request that failed while rendering is retried in the browser: only there is it shown as failed.
  if (isError && isHydrated) {
    return (
      <p role="alert" className="text-bad text-lg">
        Failed to load products
      </p>
    )
  }
  return (
    <NewInGrid>
      {PLACES.map((place) => (
        <ProductCardSkeleton key={place} />
      ))}
    </NewInGrid>
  )
}
