import type { ReactNode } from 'react'
import { colourAskedFor } from '#shared/colour.ts'
import type { CardProduct } from '#shared/contract/product.ts'
import { SKELETON_CARDS } from '#shared/limits.ts'
import { ProductCard, ProductCardSkeleton } from '#web/product/card/product-card.tsx'

/** Of a card's picture: two columns on a phone, three from 1024 px, five from 1280 px. */
const SIZES = '(min-width: 1600px) 230px, (min-width: 1280px) 14vw, (min-width: 1024px) 20vw, 44vw'

/** The number of cards that every grid has in its first row: their pictures load first. */
const FIRST_ROW_LEAST = 2

/** `colors` are those that the list was asked for: a card's pictures show the first that the product has, and it opens in it. */
export function ProductGrid({
  products,
  colors,
}: {
  products: readonly CardProduct[]
  colors: readonly string[]
}) {
  return (
    <Grid>
      {products.map((product, place) => (
        <li key={product.id} className="two-rows">
          <ProductCard
            product={product}
            color={colourAskedFor(product.variants, colors)}
            sizes={SIZES}
            isPriority={place < FIRST_ROW_LEAST}
          />
        </li>
      ))}
    </Grid>
  )
}

const SKELETON_KEYS = Array.from({ length: SKELETON_CARDS }, (_, place) => `card-${place}`)

export function ProductGridSkeleton() {
  return (
    <Grid>
      {SKELETON_KEYS.map((key) => (
        <li key={key} className="two-rows">
          <ProductCardSkeleton />
        </li>
      ))}
    </Grid>
  )
}

function Grid({ children }: { children: ReactNode }) {
  return (
    <ul className="cards grid grid-cols-2 gap-x-3 gap-y-8 sm:gap-x-4 sm:gap-y-10 lg:grid-cols-3 xl:grid-cols-5">
      {children}
    </ul>
  )
}
