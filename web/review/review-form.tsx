import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { REVIEW_COMMENT_MAX_CHARS } from '#shared/limits.ts'
import { ApiError } from '#web/data/api.ts'
import { productQuery, reviewsQuery } from '#web/data/query.ts'
import { useSession } from '#web/state/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { StarChoice } from './star-choice.tsx'

const FAILED = 'Failed to submit review. Please try again.'

/** Folded behind a button. Cancelling or succeeding folds it again and clears it; failing keeps what was written. */
export function ReviewForm({ productId }: { productId: string }) {
  const [isWriting, setIsWriting] = useState(false)
  const [rating, setRating] = useState(0)
  const [comment, setComment] = useState('')
  const { api } = useRouter().options.context
  const client = useQueryClient()
  const token = useSession((session) => session.token)
  const fold = () => {
    setIsWriting(false)
    setRating(0)
    setComment('')
  }
  const submit = useMutation({
    mutationFn: () =>
      api(
        'post',
        '/review/{productId}',
        { params: { productId }, body: { reviewData: { rating, comment: comment.trim() } } },
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
    onError: (error) => toast({ title: 'Error', description: reasonOf(error), tone: 'destructive' }),
  })
  if (!isWriting) {
    return (
      <Button className="justify-self-start" onClick={() => setIsWriting(true)}>
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
      <StarChoice rating={rating} onChange={setRating} />
      <Field label="Comment" required>
        <TextArea
          value={comment}
          maxLength={REVIEW_COMMENT_MAX_CHARS}
          onChange={(event) => setComment(event.currentTarget.value)}
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
