import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { NotLoaded } from '#admin/chrome/load-state.tsx'
import { timeText } from '#admin/chrome/time-text.ts'
import { notesQuery } from '#admin/data/query.ts'
import { useUnsaved } from '#admin/data/unsaved.ts'
import { useAct } from '#admin/data/use-act.ts'
import type { OrderNote } from '#shared/contract/admin/order-note.ts'
import { NOTE_MAX_CHARS } from '#shared/limits.ts'
import { Button } from '#ui/button.tsx'
import { DetailSection } from '#ui/detail.tsx'
import { TextArea } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'

type Notes = { notes: OrderNote[] }

/** What staff have written down about an order. */
export function OrderNotes({ orderId }: { orderId: string }) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const query = notesQuery(api, orderId)
  const { data, error, refetch } = useQuery(query)
  const known = (all: Notes) => queryClient.setQueryData(query.queryKey, all)
  return (
    <DetailSection title="Notes">
      {!data && <NotLoaded error={error} refetch={refetch} />}
      {data && (
        <>
          <ul className="ruled">
            {data.notes.map((note) => (
              <li key={note.id} className="grid gap-1 py-3">
                <p className="whitespace-pre-line wrap-anywhere">{note.text}</p>
                <div className="flex flex-wrap items-center justify-between gap-x-4">
                  <p className="text-ink-mute text-sm">{`${note.writtenBy}, ${timeText(note.writtenAt)}`}</p>
                  {note.isOwn && <Remove orderId={orderId} note={note} onRemoved={known} />}
                </div>
              </li>
            ))}
          </ul>
          <NewNote orderId={orderId} onWritten={known} />
        </>
      )}
    </DetailSection>
  )
}

function NewNote({ orderId, onWritten }: { orderId: string; onWritten: (all: Notes) => void }) {
  const { api } = useRouter().options.context
  const [text, setText] = useState('')
  useUnsaved(text.trim() !== '')
  const [problem, setProblem] = useState<string>()
  const write = useAct({
    call: (body: { text: string }, sent) =>
      api('post', '/admin/order/{id}/note', { params: { id: orderId }, body }, sent),
    onDone: (all) => {
      setText('')
      onWritten(all)
    },
    failed: 'The note was not kept',
  })
  return (
    <form
      noValidate
      className="grid justify-items-start gap-3 pt-3"
      onSubmit={(event) => {
        event.preventDefault()
        const written = text.trim()
        setProblem(written === '' ? 'Write something first' : undefined)
        if (written !== '') write.act({ text: written })
      }}
    >
      <Field label="New note" className="w-full" error={problem} hint="For staff: the buyer never sees it.">
        <TextArea
          rows={2}
          value={text}
          maxLength={NOTE_MAX_CHARS}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit" variant="secondary" size="sm" isBusy={write.isBusy}>
        Add the note
      </Button>
    </form>
  )
}

function Remove({
  orderId,
  note,
  onRemoved,
}: {
  orderId: string
  note: OrderNote
  onRemoved: (all: Notes) => void
}) {
  const { api } = useRouter().options.context
  const remove = useAct({
    call: (_: undefined, sent) =>
      api('delete', '/admin/order/{id}/note/{noteId}', { params: { id: orderId, noteId: note.id } }, sent),
    onDone: onRemoved,
    failed: 'Not removed',
  })
  return (
    <Button
      variant="ghost"
      size="sm"
      isBusy={remove.isBusy}
      aria-label={`Remove the note of ${timeText(note.writtenAt)}`}
      onClick={() => remove.act(undefined)}
    >
      Remove
    </Button>
  )
}
