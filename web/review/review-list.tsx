import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ApiError } from '#shared/client/api.ts'
import type { Review } from '#shared/contract/review.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { toast } from '#ui/toast/toast.ts'
import { TRASH } from '#ui/trash-shape.ts'
import { removeReview } from '#web/data/review.ts'
import { useSession } from '#web/state/session.ts'
import { ReviewText } from './review-text.tsx'

/** The `id` of the shopper's own review in the list. */
export const OWN_REVIEW = 'own-review'

export function ReviewList({ productId, reviews }: { productId: string; reviews: readonly Review[] }) {
  const userId = useSession((session) => (session.token === null ? null : (session.user?.id ?? null)))
  if (reviews.length === 0) return <p className="text-ink-mute">No reviews yet. Be the first to write one.</p>
  return (
    <ul className="grid grid-cols-1">
      {reviews.map((review) => (
        <li
          key={review._id}
          {...(review.user._id === userId ? { id: OWN_REVIEW, tabIndex: -1 } : {})}
          className="grid grid-cols-1 gap-2 border-line border-t py-5"
        >
          <ReviewText review={review} />
          {review.user._id === userId && <DeleteButton productId={productId} reviewId={review._id} />}
        </li>
      ))}
    </ul>
  )
}

function DeleteButton({ productId, reviewId }: { productId: string; reviewId: string }) {
  const { api } = useRouter().options.context
  const client = useQueryClient()
  const token = useSession((session) => session.token)
  const showDeleted = async () => {
    toast({
      title: 'Review Deleted',
      description: 'Your review has been deleted successfully.',
      tone: 'success',
    })
    await removeReview(client, api, productId, reviewId)
  }
  const remove = useMutation({
    mutationFn: () => api('delete', '/review/{id}', { params: { id: reviewId } }, { token }),
    onSuccess: showDeleted,
    onError: (error) => {
      // Deleted in another tab, or by a try whose response was lost: no further try can do more.
      if (error instanceof ApiError && error.status === 404) return showDeleted()
      // An ended session shows its own message and leads to the login screen.
      if (useSession.getState().token === null) return
      toast({
        title: 'Error',
        description: 'Failed to delete review. Please try again.',
        tone: 'destructive',
      })
    },
  })
  return (
    <Button
      variant="ghost"
      size="sm"
      className="-ml-4 justify-self-start"
      isBusy={remove.isPending}
      onClick={() => remove.mutate()}
    >
      <Icon name={TRASH} className="size-4" />
      Delete<span className="sr-only"> your review</span>
    </Button>
  )
}
