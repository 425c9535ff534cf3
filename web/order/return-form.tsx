import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { lineName } from '#shared/choice-words.ts'
import { ApiError } from '#shared/client/api.ts'
import type { OrderReturns } from '#shared/contract/return.ts'
import { lagosDayOfYear } from '#shared/lagos-time.ts'
import { RETURN_WORDS_MAX_CHARS } from '#shared/limits.ts'
import { RETURN_REASON_WORDS, RETURN_REASONS, type ReturnReason } from '#shared/return.ts'
import { Button } from '#ui/button.tsx'
import { Select, TextArea } from '#ui/form/control.tsx'
import { Field, FieldError } from '#ui/form/field.tsx'
import { Stepper } from '#ui/form/stepper.tsx'
import { toast } from '#ui/toast/toast.ts'
import { askReturn, type ReturnsOf, returnsQuery } from '#web/data/returns.ts'
import type { ShownOrder } from './order-parts.tsx'

const FAILED = 'Your request was not sent'

/** What of an order its buyer wants to send back, and why. What was typed stays until it was sent. */
export function ReturnForm({
  order,
  of,
  known,
  onClose,
}: {
  order: ShownOrder
  of: ReturnsOf
  known: OrderReturns
  onClose: () => void
}) {
  const { api } = useRouter().options.context
  const client = useQueryClient()
  const linesErrorId = useId()
  const form = useRef<HTMLFormElement>(null)
  // Its opener, which had the focus, is gone.
  useEffect(() => form.current?.querySelector('button')?.focus(), [])
  const [only, ...others] = known.lines
  const isSingle = others.length === 0 && only?.quantity === 1
  const [counts, setCounts] = useState<ReadonlyMap<number, number>>(
    () => new Map(isSingle && only ? [[only.position, 1]] : []),
  )
  const [reason, setReason] = useState<ReturnReason | ''>('')
  const [words, setWords] = useState('')
  const [isChecked, setChecked] = useState(false)
  // Fewer may be left by now than were when they were counted.
  const lines = known.lines.flatMap(({ position, quantity }) => {
    const count = Math.min(counts.get(position) ?? 0, quantity)
    return count === 0 ? [] : [{ position, quantity: count }]
  })
  const send = useMutation({
    mutationFn: (chosen: ReturnReason) =>
      askReturn(api, of, { lines, reason: chosen, words: words.trim(), after: known.requests.length }),
    onSuccess: (returns) => {
      client.setQueryData(returnsQuery(api, of).queryKey, returns)
      toast({
        title: 'We have your request',
        description: 'We answer by email, and here.',
        tone: 'success',
      })
      onClose()
    },
    onError: (error) => {
      toast({ title: FAILED, description: error.message, tone: 'destructive' })
      if (error instanceof ApiError && error.status === 409)
        void client.invalidateQueries(returnsQuery(api, of))
    },
  })
  return (
    <form
      ref={form}
      noValidate
      className="grid grid-cols-1 gap-5 border border-line bg-paper-bright p-[min(1.25rem,4vw)]"
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (!send.isPending && lines.length > 0 && reason !== '') send.mutate(reason)
      }}
    >
      <fieldset aria-describedby={linesErrorId} className="min-w-0">
        <legend className="label text-2xs">What comes back</legend>
        <ul className="ruled">
          {known.lines.map(({ position, quantity, lastDay }) => {
            const item = order.items[position]
            if (item === undefined) return null
            const count = Math.min(counts.get(position) ?? 0, quantity)
            const set = (to: number) => setCounts(new Map(counts).set(position, to))
            return (
              <li key={position} className="flex flex-wrap items-center justify-between gap-3 py-3">
                <span className="min-w-0 grow basis-40 wrap-anywhere">
                  <span className="block font-semibold">{lineName(item)}</span>
                  <span className="text-ink-mute text-sm">
                    {`of ${quantity}, until ${lagosDayOfYear(lastDay)}`}
                  </span>
                </span>
                <Stepper
                  named={lineName(item)}
                  value={count}
                  onLess={count === 0 ? null : () => set(count - 1)}
                  onMore={count === quantity ? null : () => set(count + 1)}
                />
              </li>
            )
          })}
        </ul>
        <div aria-live="polite">
          {isChecked && lines.length === 0 && (
            <FieldError id={linesErrorId}>Choose what comes back</FieldError>
          )}
        </div>
      </fieldset>
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
      <Field label="In your words" hint="What is wrong, or which size or colour you would like instead.">
        <TextArea
          value={words}
          maxLength={RETURN_WORDS_MAX_CHARS}
          readOnly={send.isPending}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={send.isPending}>
          Send Request
        </Button>
        <Button variant="secondary" disabled={send.isPending} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
