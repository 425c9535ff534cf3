import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ScreenHeader } from '#admin/chrome/shell.tsx'
import { timeText } from '#admin/chrome/time-text.ts'
import { useAct } from '#admin/data/use-act.ts'
import type { PaidCheck, PaidVerdict } from '#shared/contract/admin/paid.ts'
import { formatNaira } from '#shared/naira.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'

export const Route = createFileRoute('/_staff/paid')({
  head: () => ({ meta: [{ title: 'Is it paid?' }] }),
  component: IsItPaid,
})

const SAYS: Record<PaidVerdict, { words: string; tone: BadgeTone }> = {
  paid: { words: 'Paid', tone: 'good' },
  'being-paid': { words: 'Not paid yet: the payer is at it', tone: 'wait' },
  'not-paid': { words: 'Not paid', tone: 'bad' },
  returned: { words: 'Not paid: the money went back', tone: 'bad' },
  unsure: { words: 'Nobody can tell now: let nothing go', tone: 'bad' },
}

/** Whatever a customer shows: the provider is asked at each press, and nothing else makes it green. */
function IsItPaid() {
  const { api } = useRouter().options.context
  const [what, setWhat] = useState('')
  const [check, setCheck] = useState<PaidCheck>()
  const { act, isBusy } = useAct({
    call: (asked: string) => api('post', '/admin/paid', { body: { what: asked } }),
    onDone: setCheck,
    failed: 'The provider was not asked',
  })
  return (
    <>
      <ScreenHeader title="Is it paid?" />
      <form
        noValidate
        className="grid max-w-form gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          setCheck(undefined)
          if (what.trim() !== '') act(what.trim())
        }}
      >
        <Field
          label="Order number, payment reference or amount"
          required
          hint="A picture of a bank’s message proves nothing. The payment provider is asked now."
        >
          <TextInput
            value={what}
            readOnly={isBusy}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="characters"
            onChange={(event) => {
              setWhat(event.target.value)
              setCheck(undefined)
            }}
          />
        </Field>
        <Button type="submit" size="lg" isBusy={isBusy}>
          Ask the provider
        </Button>
      </form>
      <div role="status" className="mt-8">
        {check && <Answers check={check} />}
      </div>
    </>
  )
}

function Answers({ check: { found, askedAt, hasMore } }: { check: PaidCheck }) {
  if (found.length === 0) {
    return (
      <p className="notice p-4 font-semibold">
        No order is meant by that, so nothing of it is paid. Amounts are looked for in the last 7 days.
      </p>
    )
  }
  return (
    <>
      <p className="text-ink-mute text-sm">{`Asked ${timeText(askedAt)}`}</p>
      <ul className="ruled">
        {found.map((order) => {
          const { words, tone } = SAYS[order.verdict]
          return (
            <li
              key={order.number + order.placedAt}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 py-4"
            >
              <span className="tabular font-bold text-lg">
                {order.orderId === null ? (
                  `#${order.number}`
                ) : (
                  <Link
                    to="/orders/$id"
                    params={{ id: order.orderId }}
                    className="tap inline-flex items-center"
                  >
                    {`#${order.number}`}
                  </Link>
                )}
              </span>
              <Badge tone={tone}>{words}</Badge>
              {order.total !== null && <span className="money font-bold">{formatNaira(order.total)}</span>}
              <span className="text-ink-mute text-sm">{`Placed ${timeText(order.placedAt)}`}</span>
            </li>
          )
        })}
      </ul>
      {hasMore && <p className="py-3 text-ink-soft">More orders match: type the number of one.</p>}
    </>
  )
}
