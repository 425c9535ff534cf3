import { useState } from 'react'
import { useUnsaved } from '#admin/data/unsaved.ts'
import type { AdminOrder } from '#shared/contract/admin/order.ts'
import { type AdminReturn, type AdminReturns, returnAnswer } from '#shared/contract/admin/return.ts'
import { EXCHANGE_HELD_DAYS, RETURN_WORDS_MAX_CHARS } from '#shared/limits.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { ExchangeFields, exchangeOf, startOf } from './exchange-fields.tsx'

/** What is done with a request, each by an act of the contract. */
export type Verb = 'approve' | 'decline' | 'change' | 'receive'

const MAILED = 'The buyer gets a mail with your words, and sees them at the order.'

const SAYS = {
  approve: {
    title: 'Approve',
    description: MAILED,
    label: 'How it comes back',
    hint: 'Where to bring or send it, who pays for that, or the day your courier comes. How to pack it is in the mail already.',
    button: 'Approve and Mail',
  },
  decline: {
    title: 'Decline',
    description: MAILED,
    label: 'Why it does not',
    hint: 'The buyer reads it in a mail.',
    button: 'Decline and Mail',
  },
  change: {
    title: 'Change what they get',
    description: MAILED,
    label: 'What the buyer is told',
    hint: 'What they get is in the mail already.',
    button: 'Change and Mail',
  },
  receive: {
    title: 'Received',
    description: 'What they get in exchange is to be packed now.',
    button: 'It is Here',
  },
} as const satisfies Record<Verb, object>

/** What was answered: the words, the sizes or null for the money, and whether what came back goes on sale again. */
export type Answer = {
  words: string
  exchange: Exclude<ReturnType<typeof exchangeOf>, undefined>
  isRestocked: boolean
}

type AnswerProps = {
  order: AdminOrder
  sizes: AdminReturns['sizes']
  /** Undefined while closed, as `verb`. */
  request: AdminReturn | undefined
  verb: Verb | undefined
  isBusy: boolean
  onAnswer: (request: AdminReturn, verb: Verb, answer: Answer) => void
}

/** A step of a request that needs words or a choice. Closes by itself once that is recorded. */
export function AnswerDialog({ onClose, ...answer }: AnswerProps & { onClose: () => void }) {
  const { request, verb = 'approve' } = answer
  return (
    <Dialog
      title={SAYS[verb].title}
      description={SAYS[verb].description}
      size="sm"
      isOpen={request !== undefined}
      onClose={onClose}
    >
      {request && <AnswerForm key={`${request.id} ${verb}`} {...answer} request={request} verb={verb} />}
    </Dialog>
  )
}

type FormProps = AnswerProps & { request: AdminReturn; verb: Verb }

function AnswerForm({ order, sizes, request, verb, isBusy, onAnswer }: FormProps) {
  const [words, setWords] = useState('')
  useUnsaved(words.trim() !== '')
  const [given, setGiven] = useState(() => startOf(request, verb === 'change'))
  const [isRestocked, setRestocked] = useState(request.reason !== 'faulty')
  const [isChecked, setChecked] = useState(false)
  const says = SAYS[verb]
  const isGiving = verb === 'approve' || verb === 'change'
  const exchange = isGiving ? exchangeOf(request, given) : null
  const isHere = verb === 'receive' || request.state === 'received'
  const mayRestock =
    isHere && !request.isRestocked && (verb === 'receive' || (isGiving && given.wish === 'exchange'))
  const problem = verb === 'receive' ? undefined : returnAnswer.safeParse(words).error?.issues[0]?.message
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (problem === undefined && exchange !== undefined)
          onAnswer(request, verb, { words, exchange, isRestocked: mayRestock && isRestocked })
      }}
    >
      {isGiving && (
        <ExchangeFields
          order={order}
          request={request}
          sizes={sizes}
          given={given}
          isChecked={isChecked}
          onGive={setGiven}
        />
      )}
      {isGiving && given.wish === 'exchange' && !isHere && (
        <p className="text-ink-soft text-sm">
          {`It is held for them from now on, for ${EXCHANGE_HELD_DAYS} days at most. It costs them nothing.`}
        </p>
      )}
      {mayRestock && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 accent-ink"
            checked={isRestocked}
            onChange={(event) => setRestocked(event.target.checked)}
          />
          <span>It came back whole: put it on sale again</span>
        </label>
      )}
      {'label' in says && (
        <Field label={says.label} hint={says.hint} required error={isChecked ? problem : undefined}>
          <TextArea
            value={words}
            maxLength={RETURN_WORDS_MAX_CHARS}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        </Field>
      )}
      <Button type="submit" size="lg" isBusy={isBusy}>
        {says.button}
      </Button>
    </form>
  )
}
