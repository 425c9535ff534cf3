import type { ProductSummary } from '#shared/contract/product.ts'
import { RELATED_PRODUCTS } from '#shared/limits.ts'
import { ProductCard } from './product-card.tsx'

const SIZES = '(min-width: 1600px) 240px, (min-width: 1280px) 15vw, (min-width: 1024px) 29vw, 45vw'

/** Six columns: the first is the heading's, where there is room for six. */
export function RelatedProducts({ products }: { products: readonly ProductSummary[] }) {
  if (products.length === 0) return null
  return (
    <section aria-labelledby="related" className="page border-ink border-t pt-10 pb-24">
      <div className="grid grid-cols-2 gap-x-3 gap-y-8 sm:gap-x-4 lg:grid-cols-3 xl:grid-cols-6">
        <h2 id="related" className="display col-span-full text-d-sm xl:col-span-1">
          You may also like
        </h2>
        {products.slice(0, RELATED_PRODUCTS).map((product) => (
          <ProductCard key={product.id} product={product} sizes={SIZES} />
        ))}
      </div>
    </section>
  )
}
