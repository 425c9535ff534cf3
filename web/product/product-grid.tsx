import type { ReactNode } from 'react'
import { colourAskedFor } from '#shared/colour.ts'
import type { CardProduct } from '#shared/contract/product.ts'
import { SKELETON_CARDS } from '#shared/limits.ts'
import { ProductCard, ProductCardSkeleton } from './product-card.tsx'

/** The number of cards that every grid has in its first row: their pictures load first. */
const FIRST_ROW_LEAST = 2

/** `colors` are those that the list was asked for. */
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
        <li key={product.id}>
          <ProductCard
            product={product}
            color={colourAskedFor(product.variants, colors)}
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
        <li key={key}>
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
