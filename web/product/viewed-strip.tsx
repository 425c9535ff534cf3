import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { productsByIdQuery } from '#web/data/query.ts'
import { useRecentlyViewed } from '#web/state/recently-viewed.ts'
import { useIsSeen } from '#web/ui/use-is-seen.ts'
import { CardStrip, STRIP_SIZES } from './card-strip.tsx'
import { ProductCard, ProductCardSkeleton } from './product-card.tsx'

/** Fetched only when it scrolls into view. */
export function ViewedStrip({ ids }: { ids: readonly string[] }) {
  const [section, isSeen] = useIsSeen<HTMLElement>()
  const { api } = useRouter().options.context
  const { data, isLoadingError } = useQuery({ ...productsByIdQuery(api, ids), enabled: isSeen })
  useEffect(() => {
    if (data) {
      useRecentlyViewed.getState().keepOnly(
        ids,
        data.map(({ id }) => id),
      )
    }
  }, [ids, data])
  if (isLoadingError) return null
  return (
    <section ref={section} aria-labelledby="recently-viewed" className="border-ink border-t pt-10 pb-16">
      <h2 id="recently-viewed" className="display pb-6 text-d-sm">
        Recently viewed
      </h2>
      <CardStrip className="xl:auto-cols-[calc((100%-7rem)/8)]">
        {data
          ? data.map((product) => <ProductCard key={product.id} product={product} sizes={STRIP_SIZES} />)
          : ids.map((id) => <ProductCardSkeleton key={id} />)}
      </CardStrip>
    </section>
  )
}
