import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useHydrated } from '@tanstack/react-router'
import { NEW_IN_LIMIT } from '#shared/limits.ts'
import { shop } from '#shop.config'
import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { CategoryBar, categoryLinks } from '#web/chrome/category-bar.tsx'
import { pageHead } from '#web/chrome/page-head.ts'
import { categoriesQuery, productsQuery } from '#web/data/query.ts'
import { BrandPicture, WINDOW_WIDE } from '#web/home/brand-picture.tsx'
import { Carousel } from '#web/home/carousel.tsx'
import { homeHead } from '#web/home/home-head.ts'
import { Promo } from '#web/home/promo.tsx'
import { Story } from '#web/home/story.tsx'
import { home } from '#web/home/words.ts'
import { ProductCard, ProductCardSkeleton } from '#web/product/card/product-card.tsx'

type ShelfOf = { id: string; title: string; action: string; tag: string }
const NEW_IN: ShelfOf = { id: 'new-in', title: 'New In', action: 'SHOP NOW', tag: 'NewIn' }
const BEST_SELLERS: ShelfOf = {
  id: 'best-sellers',
  title: 'Best Sellers',
  action: 'See all',
  tag: 'BestSellers',
}
const shelfQuery = (tag: string) => ({ tag, page: 1, limit: NEW_IN_LIMIT })
/** Of a card's picture. */
const SIZES = '(min-width: 768px) 30vw, 44vw'
const PLACES = Array.from({ length: NEW_IN_LIMIT }, (_, place) => place)

export const Route = createFileRoute('/')({
  // All are rendered with the page; in the browser nothing waits for them. None may take the whole page down: each has
  // its own failure to show.
  loader: ({ context: { queryClient, api } }) => {
    const asked = Promise.all([
      queryClient.prefetchQuery(categoriesQuery(api)),
      queryClient.prefetchQuery(productsQuery(api, shelfQuery(NEW_IN.tag))),
      queryClient.prefetchQuery(productsQuery(api, shelfQuery(BEST_SELLERS.tag))),
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
      <Shelf {...NEW_IN} />
      <CategoryTiles />
      <div data-far>
        <BestSellers />
        <Carousel />
        <Promo />
        <Story />
        <Trust />
      </div>
    </>
  )
}

function Shelf({ id, title, action, tag }: ShelfOf) {
  return (
    <section aria-labelledby={id} className="page py-14 md:py-24">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 pb-6 md:pb-10">
        <h2 id={id} className="display text-d-lg">
          {title}
        </h2>
        <Link
          to="/products"
          search={{ tag }}
          className="label flex min-h-11 items-center gap-2 border-ink border-b-3 text-xs hover:border-accent"
        >
          {action}
          <Icon name="arrow-right" />
        </Link>
      </div>
      <ShelfProducts tag={tag} />
    </section>
  )
}

/** Nothing where the shop names none. That products failed to load is said once, above. */
function BestSellers() {
  const { api } = Route.useRouteContext()
  const { data, isError } = useQuery(productsQuery(api, shelfQuery(BEST_SELLERS.tag)))
  return isError || data?.products.length === 0 ? null : <Shelf {...BEST_SELLERS} />
}

function ShelfProducts({ tag }: { tag: string }) {
  const { api } = Route.useRouteContext()
  const { data, isError } = useQuery(productsQuery(api, shelfQuery(tag)))
  const isHydrated = useHydrated()
  if (data?.products.length === 0) return <p className="text-lg">No products found</p>
  // A request that failed while rendering is retried in the browser: only there is it shown as failed.
  if (data === undefined && isError && isHydrated) {
    return (
      <p role="alert" className="text-bad text-lg">
        Failed to load products
      </p>
    )
  }
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-8 md:grid-cols-3 md:gap-x-6 md:gap-y-14">
      {data
        ? data.products.map((product) => <ProductCard key={product.id} product={product} sizes={SIZES} />)
        : PLACES.map((place) => <ProductCardSkeleton key={place} />)}
    </div>
  )
}

/** The categories as a wall of words: they cost no picture. */
function CategoryTiles() {
  const { api } = Route.useRouteContext()
  const { data: names = [] } = useQuery(categoriesQuery(api))
  const categories = categoryLinks(names).filter(({ search }) => search.category !== undefined)
  if (categories.length === 0) return null
  return (
    <section aria-labelledby="categories" className="border-ink border-y">
      <h2 id="categories" className="sr-only">
        Shop by category
      </h2>
      <ul className="mx-auto grid max-w-page grid-cols-2 gap-px overflow-hidden sm:grid-cols-3 lg:grid-cols-4">
        {categories.map(({ name, search }) => (
          <li key={name} className="grid grid-cols-1 outline-1 outline-ink last:odd:max-sm:col-span-2">
            <Link
              to="/products"
              search={search}
              className="group flex min-h-20 items-center justify-between gap-3 px-(--spacing-gutter) py-4 quick-colors hover:bg-accent md:min-h-32"
            >
              <span className="display min-w-0 break-words text-d-sm">{name}</span>
              <Icon name="arrow-right" className="size-5 shrink-0 max-sm:hidden" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * From edge to edge: its size follows the window, tuned so that the words that it was made for fill one line. Longer ones, or
 * wider letters, take more lines.
 */
function Banner() {
  return (
    <Link
      to="/products"
      search={{ tag: 'NewIn' }}
      className="on-accent grid min-h-11 content-center overflow-hidden border-ink border-y bg-accent text-center text-ink quick-colors hover:bg-ink hover:text-accent"
    >
      <strong className="display block py-[0.12em] text-[clamp(1.75rem,8.7vw,14rem)] leading-none text-balance">
        {shop.promo.banner}
      </strong>
    </Link>
  )
}

function Hero() {
  return (
    <section className="on-ink hero max-[100rem]:bg-ink max-md:pb-6">
      {/* The words stand on the picture's plain third: neither grows wider than the page's column. */}
      <div className="relative mx-auto max-w-page">
        <BrandPicture
          name="hero"
          narrow="hero-portrait"
          sizes={WINDOW_WIDE}
          isPriority
          className="aspect-4/5 max-h-[34svh] w-full object-[50%_16%] md:aspect-video md:max-h-[calc(100svh-11rem)] md:min-h-[max(30rem,min(34vw,34rem))] md:object-top"
        />
        <div className="flex flex-col items-start gap-5 px-(--spacing-gutter) pt-4 text-paper md:absolute md:inset-0 md:pt-[min(7.5vw,7.5rem)] md:text-ink">
          <h1 className="display text-d-lg text-wrap md:max-w-[min(30vw,30rem)] md:text-d-third min-[100rem]:text-[4.5rem]">
            {shop.tagline}
          </h1>
          <Link
            to="/products"
            className={buttonClass(
              { variant: 'accent', size: 'lg' },
              'md:border-ink md:bg-ink md:text-paper md:[--focus:var(--color-ink)] md:hover:bg-paper md:hover:text-ink',
            )}
          >
            Shop all merch
          </Link>
        </div>
      </div>
    </section>
  )
}

function Trust() {
  return (
    <section aria-label="Our promises" className="border-ink border-t">
      <ul className="page grid sm:grid-cols-2 lg:grid-cols-4">
        {home.promises.map(({ title, text }) => (
          <li
            key={title}
            className="border-line border-b py-8 sm:row-span-3 sm:grid sm:grid-rows-subgrid sm:odd:border-r sm:odd:pr-6 sm:even:pl-6 lg:border-r lg:border-b-0 lg:px-6 lg:py-14 lg:first:pl-0 lg:last:border-r-0 lg:last:pr-0"
          >
            <span aria-hidden="true" className="display text-accent text-d-md">
              +
            </span>
            <h3 className="display mt-2 text-d-xs lg:text-[clamp(1.125rem,1.75vw,1.75rem)]">{title}</h3>
            <p className="mt-3 max-w-sm text-ink-soft text-sm">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
