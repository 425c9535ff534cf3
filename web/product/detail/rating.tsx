import { Stars } from '#ui/stars.tsx'

/** Shown only for a product that has been rated. */
export function Rating({ ratings, numReviews }: { ratings: number; numReviews: number }) {
  if (ratings <= 0) return null
  return (
    <p className="flex items-center gap-2 text-sm">
      <Stars score={ratings} />
      <span aria-hidden="true" className="tabular font-bold">
        {ratings.toFixed(1)}
      </span>
      <span className="tabular text-ink-mute">
        <span>{`(${numReviews}`}</span>
        <span className="sr-only">{numReviews === 1 ? ' review' : ' reviews'}</span>)
      </span>
    </p>
  )
}
