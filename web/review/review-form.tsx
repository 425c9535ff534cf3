import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { REVIEW_COMMENT_MAX_CHARS } from '#shared/limits.ts'
import { ApiError } from '#web/data/api.ts'
import { refreshReviews } from '#web/data/review.ts'
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
 * what was written, for when its writer comes back to it in this tab. The focus goes in with whoever unfolds it, and out again.
 */
export function ReviewForm({ productId }: { productId: string }) {
  const writerId = useSession((session) => session.user?.id ?? '')
  const key = draftKey(writerId, productId)
  const draft = useReviewDraft((kept) => kept.drafts[key])
  const { keep, forget } = useReviewDraft.getState()
  const [isUnfolded, setUnfolded] = useState(false)
  const [isSentTooEarly, setSentTooEarly] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => void useReviewDraft.persist.rehydrate(), [])
  const isWriting = isUnfolded || draft !== undefined
  const { rating, comment } = draft ?? NOTHING
  const write = (change: Partial<ReviewDraft>) => keep(key, { rating, comment, ...change })
  const { api } = useRouter().options.context
  const client = useQueryClient()
  const token = useSession((session) => session.token)
  const isRated = rating > 0
  const isCommented = comment.trim() !== ''
  const focusFirst = (control: 'input' | 'textarea') => form.current?.querySelector(control)?.focus()
  const unfold = () => {
    flushSync(() => setUnfolded(true))
    focusFirst('input')
  }
  const fold = () => {
    // Who went on elsewhere while it was being sent is not called back.
    const hadFocus = form.current?.contains(document.activeElement)
    flushSync(() => {
      setUnfolded(false)
      setSentTooEarly(false)
      forget(key)
    })
    if (hadFocus) opener.current?.focus()
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
      await refreshReviews(client, api, productId)
    },
    onError: (error) => {
      // An ended session says so itself, and leads to the login screen.
      if (useSession.getState().token === null) return
      toast({ title: 'Error', description: reasonOf(error), tone: 'destructive' })
    },
  })
  if (!isWriting) {
    return (
      <Button ref={opener} className="justify-self-start" onClick={unfold}>
        Write a Review
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
    submit.mutate()
  }
  return (
    <form
      ref={form}
      onSubmit={onSubmit}
      noValidate
      className="grid gap-5 border border-line bg-paper-bright p-5"
    >
      <StarChoice
        rating={rating}
        error={isSentTooEarly && !isRated ? 'Rating is required' : undefined}
        onChange={(stars) => write({ rating: stars })}
      />
      <Field
        label="Comment"
        required
        error={isSentTooEarly && !isCommented ? 'Comment is required' : undefined}
      >
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
