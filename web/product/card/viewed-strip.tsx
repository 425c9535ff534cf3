import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useIsSeen } from '#ui/use-is-seen.ts'
import { productsByIdQuery } from '#web/data/query.ts'
import { useRecentlyViewed } from '#web/state/recently-viewed.ts'
import { CardStrip, STRIP_SIZES } from './card-strip.tsx'
import { ProductCard, ProductCardSkeleton } from './product-card.tsx'

/** Fetched only when it scrolls into view. */
export function ViewedStrip({ ids }: { ids: readonly string[] }) {
  const [section, isSeen] = useIsSeen<HTMLElement>()
  const { api } = useRouter().options.context
  // The response for fewer products is cached already.
  const [asked, setAsked] = useState(ids)
  if (ids.some((id) => !asked.includes(id))) setAsked(ids)
  const { data, isLoadingError } = useQuery({ ...productsByIdQuery(api, asked), enabled: isSeen })
  // Cards stay in view while more are asked for, and if that fails.
  const [known, setKnown] = useState(data)
  if (data && data !== known) setKnown(data)
  useEffect(() => {
    if (data) {
      useRecentlyViewed.getState().retain(
        asked,
        data.map(({ id }) => id),
      )
    }
  }, [asked, data])
  if (isLoadingError && !known) return null
  return (
    <section ref={section} aria-labelledby="recently-viewed" className="border-ink border-t pt-10 pb-16">
      <h2 id="recently-viewed" className="display pb-6 text-d-sm">
        Recently viewed
      </h2>
      <CardStrip className="xl:auto-cols-[calc((100%-7rem)/8)]">
        {ids.map((id) => {
          const product = known?.find((candidate) => candidate.id === id)
          if (product) return <ProductCard key={id} product={product} sizes={STRIP_SIZES} />
          return !data && !isLoadingError && <ProductCardSkeleton key={id} />
        })}
      </CardStrip>
    </section>
  )
}
