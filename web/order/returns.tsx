import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { lineName } from '#shared/choice-words.ts'
import type { ReturnRequest } from '#shared/contract/return.ts'
import { lagosDay, lagosDayOfYear } from '#shared/lagos-time.ts'
import { RETURN_REASON_WORDS, type ReturnState } from '#shared/return.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, RetryButton } from '#ui/button.tsx'
import { DetailSection } from '#ui/detail.tsx'
import { Awaited, lazyComponent } from '#ui/lazy-component.ts'
import { type ReturnsOf, returnsQuery } from '#web/data/returns.ts'
import type { ShownOrder } from './order-parts.tsx'

const ReturnForm = lazyComponent(() => import('./return-form.tsx'), 'ReturnForm')

/** What can be sent back of a delivered order, and what became of earlier requests. Nothing where there is neither. */
export function Returns({ order, of }: { order: ShownOrder; of: ReturnsOf }) {
  const { api } = useRouter().options.context
  const { data, error, refetch } = useQuery(returnsQuery(api, of))
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  if (data === undefined && error === null) return null
  if (data?.lines.length === 0 && data.requests.length === 0) return null
  const lastDay = data?.lines.map((line) => line.lastDay).sort()[0]
  const close = () => {
    flushSync(() => setOpen(false))
    opener.current?.focus()
  }
  return (
    <DetailSection title="Returns">
      {data === undefined && (
        <div className="grid justify-items-start gap-3 py-4">
          <p className="text-ink-soft">We could not load what can be sent back.</p>
          <RetryButton variant="secondary" size="sm" onClick={() => void refetch()} />
        </div>
      )}
      <ul className="ruled">
        {data?.requests.map((request) => (
          <RequestRow key={request.number} request={request} order={order} />
        ))}
      </ul>
      {data && (lastDay !== undefined || isOpen) && (
        <div className="grid gap-4 pt-4 print:hidden">
          {lastDay !== undefined && (
            <p className="text-ink-soft">
              {`Not right? You can ask to send it back until ${lagosDayOfYear(lastDay)}.`}
            </p>
          )}
          {isOpen ? (
            <Suspense fallback={<Awaited />}>
              <ReturnForm order={order} of={of} returns={data} onClose={close} />
            </Suspense>
          ) : (
            <Button
              ref={opener}
              variant="secondary"
              className="justify-self-start"
              onClick={() => setOpen(true)}
            >
              Return Items
            </Button>
          )}
        </div>
      )}
    </DetailSection>
  )
}

const STATE = {
  asked: { label: 'We are looking at it', tone: 'wait' },
  approved: { label: 'Send it back', tone: 'good' },
  declined: { label: 'Declined', tone: 'bad' },
  received: { label: 'It is back with us', tone: 'good' },
} as const satisfies Record<ReturnState, object>

function RequestRow({ request, order }: { request: ReturnRequest; order: ShownOrder }) {
  const { state, lines, reason, words, answer, photos, askedAt } = request
  const pieces = lines.flatMap(({ position, quantity, size }) => {
    const item = order.items[position]
    if (item === undefined) return []
    return [`${quantity} × ${lineName(item)}${size === null ? '' : `, for size ${size}`}`]
  })
  return (
    <li className="grid gap-1.5 py-4">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Badge tone={STATE[state].tone}>{STATE[state].label}</Badge>
        <time dateTime={askedAt} className="text-ink-mute text-sm">
          {lagosDay(askedAt)}
        </time>
      </p>
      <p className="font-semibold wrap-anywhere">{pieces.join(', ')}</p>
      <p className="text-ink-soft text-sm wrap-anywhere">
        {[RETURN_REASON_WORDS[reason], words].filter(Boolean).join('. ')}
      </p>
      <Instead request={request} />
      {photos.length > 0 && (
        <ul className="flex flex-wrap gap-2 print:hidden">
          {photos.map((src, i) => (
            <li key={src}>
              <a href={src} target="_blank" rel="noopener" className="block">
                <img
                  src={src}
                  alt={`Yours, number ${i + 1}`}
                  loading="lazy"
                  className="size-20 object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {answer !== '' && <p className="notice whitespace-pre-line p-4 wrap-anywhere">{answer}</p>}
    </li>
  )
}

/** What the buyer gets for it, if that is another size. */
function Instead({ request: { state, wish, exchange } }: { request: ReturnRequest }) {
  if (wish === 'refund' || state === 'asked' || state === 'declined' || exchange === null) return null
  const sizes = exchange.lines.map(({ quantity, size }) => `${quantity} × ${size}`).join(', ')
  const says = {
    held: `We hold ${sizes} for you until ${lagosDay(exchange.heldUntil)}.`,
    due: `In exchange you get ${sizes}.`,
    ended: 'We could not hold your new size any longer. Once yours is here, we see what is left.',
  }[exchange.state]
  return <p className="text-sm">{says}</p>
}
