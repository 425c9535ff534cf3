import { useState } from 'react'
import { type AdminReturn, returnAnswer } from '#shared/contract/admin/return.ts'
import { RETURN_WORDS_MAX_CHARS } from '#shared/limits.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'

/** How a request is answered, each by an act of the contract. */
export type Verb = 'approve' | 'decline'

const SAYS = {
  approve: {
    title: 'Approve',
    label: 'How it comes back',
    hint: 'Where to bring or send it, who pays for that, or the day your courier comes. How to pack it is in the mail already.',
    button: 'Approve and Mail',
  },
  decline: {
    title: 'Decline',
    label: 'Why it does not',
    hint: 'The buyer reads it in a mail.',
    button: 'Decline and Mail',
  },
} as const satisfies Record<Verb, object>

type AnswerProps = {
  /** Undefined while closed, as `verb`. */
  request: AdminReturn | undefined
  verb: Verb | undefined
  isBusy: boolean
  onAnswer: (request: AdminReturn, verb: Verb, words: string) => void
}

/** What the buyer is told. Closes by itself once that is recorded. */
export function AnswerDialog({ onClose, ...answer }: AnswerProps & { onClose: () => void }) {
  const { request, verb = 'approve' } = answer
  return (
    <Dialog
      title={SAYS[verb].title}
      description="The buyer gets a mail with your words, and sees them at the order."
      size="sm"
      isOpen={request !== undefined}
      onClose={onClose}
    >
      {request && <AnswerForm key={`${request.id} ${verb}`} {...answer} request={request} verb={verb} />}
    </Dialog>
  )
}

function AnswerForm({ request, verb, isBusy, onAnswer }: AnswerProps & { request: AdminReturn; verb: Verb }) {
  const [words, setWords] = useState('')
  const [isChecked, setChecked] = useState(false)
  const problem = returnAnswer.safeParse(words).error?.issues[0]?.message
  const { label, hint, button } = SAYS[verb]
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (problem === undefined) onAnswer(request, verb, words)
      }}
    >
      <Field label={label} hint={hint} required error={isChecked ? problem : undefined}>
        <TextArea
          value={words}
          maxLength={RETURN_WORDS_MAX_CHARS}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit" size="lg" isBusy={isBusy}>
        {button}
      </Button>
    </form>
  )
}
