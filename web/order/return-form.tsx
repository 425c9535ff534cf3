import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#shared/client/api.ts'
import type { OrderReturns } from '#shared/contract/return.ts'
import { RETURN_WORDS_MAX_CHARS } from '#shared/limits.ts'
import { RETURN_REASON_WORDS, RETURN_REASONS, type ReturnReason, type ReturnWish } from '#shared/return.ts'
import { Button } from '#ui/button.tsx'
import { Select, TextArea } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'
import { toast } from '#ui/toast/toast.ts'
import { addReturnPhoto, askReturn, type ReturnsOf, returnsQuery } from '#web/data/returns.ts'
import type { ShownOrder } from './order-parts.tsx'
import { type Chosen, ReturnLines } from './return-lines.tsx'
import { type ChosenPhoto, ReturnPhotos } from './return-photos.tsx'

const FAILED = 'Your request was not sent'

/** What of an order its buyer wants to send back, and why. What was typed stays until it was sent. */
export function ReturnForm({
  order,
  of,
  returns,
  onClose,
}: {
  order: ShownOrder
  of: ReturnsOf
  returns: OrderReturns
  onClose: () => void
}) {
  const { api } = useRouter().options.context
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  // Its opener, which had the focus, is gone.
  useEffect(() => form.current?.querySelector('button')?.focus(), [])
  /**
   * As the form was opened with it, until the shop says that it has changed: a request whose response was lost is then sent again
   * as the same one, even if the list shows it by now.
   */
  const [known, setKnown] = useState(returns)
  const [only, ...others] = known.lines
  const isSingle = others.length === 0 && only?.quantity === 1
  const [chosen, setChosen] = useState<ReadonlyMap<number, Chosen>>(
    () => new Map(isSingle && only ? [[only.position, { count: 1, size: '' }]] : []),
  )
  const [wish, setWish] = useState<ReturnWish>('refund')
  const [reason, setReason] = useState<ReturnReason | ''>('')
  const [words, setWords] = useState('')
  const [isChecked, setChecked] = useState(false)
  const chosenOf = (position: number): Chosen => {
    const { count, size } = chosen.get(position) ?? { count: 0, size: '' }
    // Fewer may be left by now than were when they were counted.
    const left = known.lines.find((line) => line.position === position)?.quantity ?? 0
    return { count: Math.min(count, left), size }
  }
  const lines = known.lines.flatMap(({ position }) => {
    const { count, size } = chosenOf(position)
    if (count === 0) return []
    return [{ position, quantity: count, ...(wish === 'exchange' ? { size } : {}) }]
  })
  const isComplete =
    lines.length > 0 && lines.every(({ position }) => wish === 'refund' || chosenOf(position).size !== '')
  const [photos, setPhotos] = useState<readonly ChosenPhoto[]>([])
  const [isScaling, setScaling] = useState(false)
  /** The request is in, and so many of its photos. Pressed again, only the others are sent. */
  const [sent, setSent] = useState<{ returns: OrderReturns; number: number; photos: number }>()
  const { queryKey } = returnsQuery(api, of)
  const send = useMutation({
    mutationFn: async (why: ReturnReason) => {
      const after = known.requests.length
      const asked = { lines, reason: why, words: words.trim(), wish, after }
      let done = sent ?? { returns: await askReturn(api, of, asked), number: after + 1, photos: 0 }
      setSent(done)
      for (const [i, { blob }] of photos.entries()) {
        if (i < done.photos) continue
        const photo = { number: done.number, slot: i + 1, photo: blob }
        done = { ...done, returns: await addReturnPhoto(api, of, photo), photos: i + 1 }
        setSent(done)
      }
      return done.returns
    },
    onSuccess: (returns) => {
      client.setQueryData(queryKey, returns)
      toast({
        title: 'We have your request',
        description: 'We answer by email, and here.',
        tone: 'success',
      })
      onClose()
    },
    onError: async (error) => {
      toast({ title: FAILED, description: error.message, tone: 'destructive' })
      if (!(error instanceof ApiError && error.status === 409)) return
      await client.invalidateQueries({ queryKey })
      setKnown((before) => client.getQueryData(queryKey) ?? before)
    },
  })
  // Pressed while a photo is being made smaller, the request would go without it.
  const isBusy = send.isPending || isScaling
  const close = () => {
    if (sent) client.setQueryData(queryKey, sent.returns)
    onClose()
  }
  return (
    <form
      ref={form}
      noValidate
      className="grid grid-cols-1 gap-5 border border-line bg-paper-bright p-[min(1.25rem,4vw)]"
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (!isBusy && (sent || isComplete) && reason !== '') send.mutate(reason)
      }}
    >
      <ReturnLines
        order={order}
        lines={known.lines}
        wish={wish}
        chosenOf={chosenOf}
        isChecked={isChecked}
        onChoose={(position, to) => setChosen(new Map(chosen).set(position, to))}
      />
      {known.lines.some(({ sizes }) => sizes.length > 0) && (
        <Field label="What you get" required>
          <Select
            value={wish}
            onChange={(event) => setWish(event.currentTarget.value as ReturnWish)}
            options={[
              { value: 'refund', label: 'My money back' },
              { value: 'exchange', label: 'Another size' },
            ]}
          />
        </Field>
      )}
      <Field label="Why" required error={isChecked && reason === '' ? 'Say why' : undefined}>
        <Select
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value as ReturnReason | '')}
          options={[
            { value: '', label: 'Choose', isDisabled: true },
            ...RETURN_REASONS.map((value) => ({ value, label: RETURN_REASON_WORDS[value] })),
          ]}
        />
      </Field>
      <Field label="In your words" hint="What is wrong, or what you would like instead.">
        <TextArea
          value={words}
          maxLength={RETURN_WORDS_MAX_CHARS}
          readOnly={send.isPending}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </Field>
      <ReturnPhotos
        photos={photos}
        isFixed={send.isPending || sent !== undefined}
        isBusy={isScaling}
        onBusy={setScaling}
        onChange={setPhotos}
      />
      {sent && !send.isPending && (
        <p className="notice p-4">We have your request, but not all of its photos yet.</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={isBusy}>
          {sent ? 'Send Photos' : 'Send Request'}
        </Button>
        <Button variant="secondary" disabled={send.isPending} onClick={close}>
          {sent ? 'Leave Them' : 'Cancel'}
        </Button>
      </div>
    </form>
  )
}
