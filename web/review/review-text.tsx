import type { Review } from '#shared/contract/review.ts'
import { lagosDayInUsEnglish } from '#shared/lagos-time.ts'
import { Badge } from '#ui/badge.tsx'
import { classes } from '#ui/class-name.ts'
import { Stars } from '#ui/stars.tsx'

/** One review as everybody reads it; `isShort` on a page that shows it among other things. */
export function ReviewText({ review, isShort = false }: { review: Review; isShort?: boolean }) {
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
        <div className="grid min-w-0 grow basis-32 gap-1.5">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="wrap-anywhere min-w-0 font-bold">{review.userName}</span>
            {review.verified && <Badge tone="good">Verified purchase</Badge>}
          </p>
          <Stars score={review.rating} />
        </div>
        <p className="text-ink-mute text-xs">
          <time dateTime={review.createdAt}>{lagosDayInUsEnglish(review.createdAt)}</time>
        </p>
      </div>
      <p className={classes('wrap-anywhere whitespace-pre-line text-ink-soft', isShort && 'line-clamp-4')}>
        {review.comment}
      </p>
    </>
  )
}

/** "Based on 1 review", "Based on 3 reviews". */
export function basedOn(count: number): string {
  return `Based on ${count} ${count === 1 ? 'review' : 'reviews'}`
}
