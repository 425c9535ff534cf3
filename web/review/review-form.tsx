import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '#shared/client/api.ts'
import type { Review, ReviewData } from '#shared/contract/review.ts'
import { isVisible } from '#shared/invisible-marks.ts'
import { REVIEW_COMMENT_MAX_CHARS } from '#shared/limits.ts'
import { waitWords } from '#shared/plain-wait.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'
import { toast } from '#ui/toast/toast.ts'
import { reviewsQuery } from '#web/data/query.ts'
import { refreshReviews } from '#web/data/review.ts'
import { draftKey, type ReviewDraft, useReviewDraft } from '#web/state/review-draft.ts'
import { useSession } from '#web/state/session.ts'
import { OWN_REVIEW } from './review-list.tsx'
import { StarChoice } from './star-choice.tsx'

const FAILED = 'Failed to submit review. Please try again.'

const NOTHING: ReviewDraft = { rating: 0, comment: '' }

/**
 * Collapsed behind a button. Cancelling or succeeding collapses and clears it; a failure, leaving, and a session that ends
 * leave what was written until its author returns to it in this tab. Who has a review already edits that one. The focus moves in when it expands, and out again when
 * it collapses. A second review is refused: the form collapses with what was written, and the first one gets the focus;
 * but if both say the same, an earlier try has succeeded and only its response was lost.
 */
export function ReviewForm({ productId, own }: { productId: string; own: Review | undefined }) {
  const hasReviewed = own !== undefined
  const writerId = useSession((session) => session.user?.id ?? '')
  const key = draftKey(writerId, productId)
  const draft = useReviewDraft((stored) => stored.drafts[key])
  const { save, forget } = useReviewDraft.getState()
  const [isUnfolded, setUnfolded] = useState(false)
  const [isSentTooEarly, setSentTooEarly] = useState(false)
  const [isOwnWanted, setOwnWanted] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => void useReviewDraft.persist.rehydrate(), [])
  // At once: a dialog whose focused control vanished takes the focus itself, and again a frame later.
  useLayoutEffect(() => {
    if (!isOwnWanted || !hasReviewed) return
    setOwnWanted(false)
    document.getElementById(OWN_REVIEW)?.focus()
  }, [isOwnWanted, hasReviewed])
  const isWriting = isUnfolded || (draft !== undefined && !hasReviewed)
  const { rating, comment } = draft ?? own ?? NOTHING
  const write = (change: Partial<ReviewDraft>) => save(key, { rating, comment, ...change })
  const { api } = useRouter().options.context
  const client = useQueryClient()
  const token = useSession((session) => session.token)
  const isRated = rating > 0
  const isCommented = isVisible(comment)
  const focusFirst = (control: 'input' | 'textarea') => form.current?.querySelector(control)?.focus()
  const unfold = () => {
    flushSync(() => setUnfolded(true))
    focusFirst('input')
  }
  const fold = () => {
    // Does not call back a shopper who moved on while it was being sent.
    const hadFocus = form.current?.contains(document.activeElement)
    flushSync(() => {
      setUnfolded(false)
      setSentTooEarly(false)
      forget(key)
    })
    if (hadFocus) opener.current?.focus()
  }
  const showSubmitted = () => {
    fold()
    toast({ title: 'Review Submitted', description: 'Thank you for your review!', tone: 'success' })
  }
  const submit = useMutation({
    mutationFn: ({ reviewData }: { author: string; reviewData: ReviewData }) =>
      own === undefined
        ? api('post', '/review/{id}', { params: { id: productId }, body: { reviewData } }, { token })
        : api('put', '/review/{id}', { params: { id: own._id }, body: { reviewData } }, { token }),
    onSuccess: async (_, { author }) => {
      // Somebody else may have logged in meanwhile, in another tab.
      if (author === writerId) showSubmitted()
      await refreshReviews(client, api, productId)
    },
    onError: async (error, { author, reviewData }) => {
      // An ended session shows its own message and leads to the login screen.
      if (author !== writerId || useSession.getState().token === null) return
      if (!isAlreadyReviewed(error)) {
        toast({ title: 'Error', description: failureOf(error), tone: 'destructive' })
        return
      }
      // The first review was written elsewhere, or its response was lost: this list is requested again, and the form stays meanwhile.
      setUnfolded(true)
      const refreshed = refreshReviews(client, api, productId)
      // Also if the dialog, which shows the list, is closed by now.
      const list = await client.fetchQuery(reviewsQuery(api, productId, token)).catch(() => [])
      await refreshed
      const own = list.find(({ user }) => user._id === author)
      if (own?.rating === reviewData.rating && own.comment === reviewData.comment) {
        showSubmitted()
        return
      }
      toast({ title: 'Error', description: error.message, tone: 'destructive' })
      setOwnWanted(form.current?.contains(document.activeElement) ?? false)
      setUnfolded(false)
    },
  })
  if (!isWriting) {
    return (
      <Button ref={opener} className="justify-self-start" onClick={unfold}>
        {hasReviewed ? 'Edit Your Review' : 'Write a Review'}
      </Button>
    )
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (submit.isPending) return
    if (!isRated || !isCommented) {
      toast({ title: 'Error', description: 'Please provide both rating and comment.', tone: 'destructive' })
      flushSync(() => setSentTooEarly(true))
      focusFirst(isRated ? 'textarea' : 'input')
      return
    }
    submit.mutate({ author: writerId, reviewData: { rating, comment: comment.trim() } })
  }
  return (
    <form
      ref={form}
      onSubmit={onSubmit}
      noValidate
      className="grid grid-cols-1 gap-5 border border-line bg-paper-bright p-5"
    >
      <StarChoice
        rating={rating}
        error={isSentTooEarly && !isRated ? 'Rating is required' : undefined}
        onChange={(stars) => submit.isPending || write({ rating: stars })}
      />
      <Field
        label="Comment"
        required
        error={isSentTooEarly && !isCommented ? 'Comment is required' : undefined}
      >
        <TextArea
          value={comment}
          maxLength={REVIEW_COMMENT_MAX_CHARS}
          readOnly={submit.isPending}
          onChange={(event) => write({ comment: event.currentTarget.value })}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={submit.isPending}>
          Submit
        </Button>
        <Button variant="secondary" disabled={submit.isPending} onClick={fold}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** Only so many reviews are taken in an hour: trying again sooner would fail again. */
function failureOf(error: Error): string {
  const isTooSoon = error instanceof ApiError && error.status === 429
  return isTooSoon ? `${FAILED} You can try again ${waitWords(error.retryAfterS)}.` : FAILED
}

/** A refusal that the author can act on is shown in the shop's words; anything else in general ones. */
function isAlreadyReviewed(error: Error): boolean {
  return error instanceof ApiError && error.body?.code === 'ALREADY_REVIEWED'
}
