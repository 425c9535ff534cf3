import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import type { Product } from '#shared/contract/product.ts'
import type { Review } from '#shared/contract/review.ts'
import { REVIEWS_LISTED_MAX } from '#shared/limits.ts'
import { RetryButton } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Stars } from '#ui/stars.tsx'
import { reviewsQuery } from '#web/data/query.ts'
import { useSession } from '#web/state/session.ts'
import { ReviewForm } from './review-form.tsx'
import { ReviewList } from './review-list.tsx'
import { basedOn } from './review-text.tsx'

export function ReviewDialog({
  product,
  isOpen,
  onClose,
}: {
  product: Pick<Product, 'id' | 'name' | 'ratings' | 'numReviews'>
  isOpen: boolean
  onClose: () => void
}) {
  const { id: productId, name: productName } = product
  const { api } = useRouter().options.context
  const token = useSession((session) => session.token)
  const userId = useSession((session) => session.user?.id)
  const reviews = useQuery({ ...reviewsQuery(api, productId, token), subscribed: isOpen })
  return (
    <Dialog title={`Reviews for ${productName}`} isOpen={isOpen} onClose={onClose}>
      <div className="grid grid-cols-1 gap-6">
        {reviews.data && <Summary reviews={reviews.data} product={product} />}
        {reviews.isPending ? (
          // Nothing to press before the list is there: it would be pushed away from under a finger.
          <Waiting />
        ) : token !== null ? (
          <ReviewForm productId={productId} own={reviews.data?.find(({ user }) => user._id === userId)} />
        ) : (
          <p className="border border-line bg-paper-bright p-4 text-sm">
            Please{' '}
            <Link to="/login" search={{ next: location.pathname + location.search }} replace className="link">
              log in
            </Link>{' '}
            to write a review.
          </p>
        )}
        {reviews.isError && (
          <p role="alert" className="flex flex-wrap items-center gap-3">
            <span>Failed to load reviews</span>
            <RetryButton variant="secondary" size="sm" onClick={() => void reviews.refetch()} />
          </p>
        )}
        {reviews.data && <ReviewList productId={productId} reviews={reviews.data} />}
      </div>
    </Dialog>
  )
}

function Summary({
  reviews,
  product,
}: {
  reviews: readonly Review[]
  product: Pick<Product, 'ratings' | 'numReviews'>
}) {
  const { average, count } = wholeScore(reviews, product)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {average !== undefined && (
        <>
          <span className="display text-d-md">{average}</span>
          <Stars score={Number(average)} className="text-lg" />
        </>
      )}
      <p className="text-ink-mute text-sm">{basedOn(count)}</p>
      {count > reviews.length && (
        <p className="text-ink-mute text-sm">{`The newest ${reviews.length} are shown.`}</p>
      )}
    </div>
  )
}

function Waiting() {
  return (
    <div role="status" className="grid grid-cols-1 gap-6">
      <span className="sr-only">Loading reviews</span>
      {['first', 'second', 'third'].map((key) => (
        <div key={key} className="grid grid-cols-1 gap-2 border-line border-t pt-5">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-12" />
        </div>
      ))}
    </div>
  )
}

type Rated = { rating: number }

/** The mean with one decimal, such as "4.3"; undefined without reviews. */
export function averageRating(reviews: readonly Rated[]): string | undefined {
  if (reviews.length === 0) return undefined
  return (reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length).toFixed(1)
}

/**
 * The score of all reviews: of the list itself, or the product's own once the list is too long to hold all of them. The
 * product's may be a minute old, so it is not used for a list that is complete.
 */
export function wholeScore(
  listed: readonly Rated[],
  product: { ratings: number; numReviews: number },
): { average: string | undefined; count: number } {
  return listed.length < REVIEWS_LISTED_MAX || product.numReviews <= listed.length
    ? { average: averageRating(listed), count: listed.length }
    : { average: product.ratings.toFixed(1), count: product.numReviews }
}
