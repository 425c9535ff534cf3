import type { ProductSummary } from '#shared/contract/product.ts'
import { RELATED_PRODUCTS } from '#shared/limits.ts'
import { CardStrip, STRIP_SIZES } from './card-strip.tsx'
import { ProductCard } from './product-card.tsx'

/** Six columns where they fit, the first for the heading; else a strip to swipe, so that no card is alone in a row. */
export function RelatedProducts({ products }: { products: readonly ProductSummary[] }) {
  if (products.length === 0) return null
  return (
    <section data-step="2" aria-labelledby="related" className="border-ink border-t">
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
