import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { REVIEW_COMMENT_MAX_CHARS } from '#shared/limits.ts'
import { ApiError } from '#web/data/api.ts'
import { productQuery, reviewsQuery } from '#web/data/query.ts'
import { draftKey, type ReviewDraft, useReviewDraft } from '#web/state/review-draft.ts'
import { useSession } from '#web/state/session.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/control.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { StarChoice } from './star-choice.tsx'

const FAILED = 'Failed to submit review. Please try again.'

const NOTHING: ReviewDraft = { rating: 0, comment: '' }

/**
 * Folded behind a button. Cancelling or succeeding folds it again and clears it; failing, leaving and a session that ends keep
 * what was written, for when its writer comes back to it in this tab.
 */
export function ReviewForm({ productId }: { productId: string }) {
  const writerId = useSession((session) => session.user?.id ?? '')
  const key = draftKey(writerId, productId)
  const draft = useReviewDraft((kept) => kept.drafts[key])
  const { keep, forget } = useReviewDraft.getState()
  const [isUnfolded, setUnfolded] = useState(false)
  useEffect(() => void useReviewDraft.persist.rehydrate(), [])
  const isWriting = isUnfolded || draft !== undefined
  const { rating, comment } = draft ?? NOTHING
  const write = (change: Partial<ReviewDraft>) => keep(key, { rating, comment, ...change })
  const { api } = useRouter().options.context
  const client = useQueryClient()
  const token = useSession((session) => session.token)
  const fold = () => {
    setUnfolded(false)
    forget(key)
  }
  const submit = useMutation({
    mutationFn: () =>
      api(
        'post',
        '/review/{id}',
        { params: { id: productId }, body: { reviewData: { rating, comment: comment.trim() } } },
        { token },
      ),
    onSuccess: async () => {
      fold()
      toast({ title: 'Review Submitted', description: 'Thank you for your review!', tone: 'success' })
      await Promise.all([
        client.invalidateQueries({ queryKey: reviewsQuery(api, productId).queryKey }),
        client.invalidateQueries({ queryKey: productQuery(api, productId).queryKey }),
      ])
    },
    onError: (error) => {
      // An ended session says so itself, and leads to the login screen.
      if (useSession.getState().token === null) return
      toast({ title: 'Error', description: reasonOf(error), tone: 'destructive' })
    },
  })
  if (!isWriting) {
    return (
      <Button className="justify-self-start" onClick={() => setUnfolded(true)}>
        Write a Review
      </Button>
    )
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (submit.isPending) return
    if (rating === 0 || comment.trim() === '') {
      toast({ title: 'Error', description: 'Please provide both rating and comment.', tone: 'destructive' })
      return
    }
    submit.mutate()
  }
  return (
    <form onSubmit={onSubmit} noValidate className="grid gap-5 border border-line bg-paper-bright p-5">
      <StarChoice rating={rating} onChange={(stars) => write({ rating: stars })} />
      <Field label="Comment" required>
        <TextArea
          value={comment}
          maxLength={REVIEW_COMMENT_MAX_CHARS}
          onChange={(event) => write({ comment: event.currentTarget.value })}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={submit.isPending}>
          Submit
        </Button>
        <Button variant="secondary" onClick={fold}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** A refusal that the writer can understand is said in the shop's words; anything else in the plain ones. */
function reasonOf(error: Error): string {
  return error instanceof ApiError && error.body?.code === 'ALREADY_REVIEWED' ? error.message : FAILED
}
