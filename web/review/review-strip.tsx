import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Product } from '#shared/contract/product.ts'
import { Button } from '#ui/button.tsx'
import { Stars } from '#ui/stars.tsx'
import { useIsSeen } from '#ui/use-is-seen.ts'
import { reviewSummaryQuery } from '#web/data/query.ts'
import { basedOn, ReviewText } from './review-text.tsx'

/** On the page of a product that has reviews: its score, how the stars are spread, and the newest reviews. Fetched when seen. */
export function ReviewStrip({
  product,
  onAll,
}: {
  product: Pick<Product, 'id' | 'ratings' | 'numReviews'>
  onAll: () => void
}) {
  const [section, isSeen] = useIsSeen<HTMLElement>({ marginPx: 200 })
  const { api } = useRouter().options.context
  const { data } = useQuery({ ...reviewSummaryQuery(api, product.id), enabled: isSeen })
  const { ratings, numReviews } = product
  return (
    <section ref={section} aria-labelledby="review-strip" className="border-ink border-t pt-10 pb-16">
      <h2 id="review-strip" className="display pb-6 text-d-sm">
        What shoppers say
      </h2>
      <div className="grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <div className="grid content-start gap-5">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="display text-d-md">{ratings.toFixed(1)}</span>
            <span className="grid gap-1">
              <Stars score={ratings} />
              <span className="text-ink-mute text-sm">{basedOn(numReviews)}</span>
            </span>
          </div>
          <Spread counts={data?.counts} />
          <Button variant="secondary" className="justify-self-start" aria-haspopup="dialog" onClick={onAll}>
            All reviews
          </Button>
        </div>
        <ul className="grid content-start gap-x-8 gap-y-6 max-lg:min-h-40 md:grid-cols-2">
          {data?.newest.map((review) => (
            <li key={review._id} className="grid content-start gap-2 border-line border-t pt-5">
              <ReviewText review={review} isShort />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** How many reviews gave five stars, four, down to one. Empty bars until it is known. */
function Spread({ counts }: { counts: readonly number[] | undefined }) {
  const most = Math.max(1, ...(counts ?? []))
  return (
    <dl className="grid max-w-sm gap-1.5 text-sm">
      {[5, 4, 3, 2, 1].map((stars) => {
        const count = counts?.[stars - 1]
        return (
          <div key={stars} className="grid grid-cols-[4rem_1fr_2rem] items-center gap-3">
            <dt className="text-ink-mute">{`${stars} ${stars === 1 ? 'star' : 'stars'}`}</dt>
            <dd aria-hidden="true" className="h-2 bg-paper-deep forced-colors:border">
              <span
                className="block h-full bg-ink forced-colors:bg-[CanvasText]"
                style={{ width: `${(100 * (count ?? 0)) / most}%` }}
              />
            </dd>
            <dd className="tabular text-right">{count}</dd>
          </div>
        )
      })}
    </dl>
  )
}
