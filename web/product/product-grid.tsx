import type { ReactNode } from 'react'
import type { CardProduct } from '#shared/contract/product.ts'
import { SKELETON_CARDS } from '#shared/limits.ts'
import { ProductCard, ProductCardSkeleton } from './product-card.tsx'

/** As many as the widest grid has in its first row. */
const FIRST_ROW = 5
const CELL = 'row-span-2 grid grid-cols-1 grid-rows-subgrid gap-0'

export function ProductGrid({ products }: { products: readonly CardProduct[] }) {
  return (
    <Grid>
      {products.map((product, place) => (
        <li key={product.id} className={CELL}>
          <ProductCard product={product} isPriority={place < FIRST_ROW} />
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
        <li key={key} className={CELL}>
          <ProductCardSkeleton />
        </li>
      ))}
    </Grid>
  )
}

function Grid({ children }: { children: ReactNode }) {
  return (
    <ul className="grid grid-cols-2 gap-x-3 gap-y-8 sm:gap-x-4 sm:gap-y-10 lg:grid-cols-3 xl:grid-cols-5">
      {children}
    </ul>
  )
}
