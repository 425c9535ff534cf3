import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { NotLoaded } from '#admin/chrome/load-state.tsx'
import { timeText } from '#admin/chrome/time-text.ts'
import { readOrdersAgain } from '#admin/data/live.ts'
import { returnsQuery } from '#admin/data/query.ts'
import { useAct } from '#admin/data/use-act.ts'
import { lineName } from '#shared/choice-words.ts'
import type { AdminOrder } from '#shared/contract/admin/order.ts'
import type { AdminReturn, AdminReturns } from '#shared/contract/admin/return.ts'
import { isAllowed, type Role } from '#shared/contract/permission.ts'
import { RETURN_FROM, RETURN_REASON_WORDS, type ReturnState } from '#shared/return.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { DetailSection } from '#ui/detail.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { LazyOverlay } from '#ui/overlay/lazy-overlay.tsx'
import type { Verb } from './answer-dialog.tsx'
import { RefundStep } from './refund-step.tsx'

const AnswerDialog = lazyComponent(() => import('./answer-dialog.tsx'), 'AnswerDialog')

/** What the buyer of an order asks to send back, with the step that comes next. Nothing if they never asked. */
export function ReturnDesk({ order, role }: { order: AdminOrder; role: Role }) {
  const { api } = useRouter().options.context
  const { data, error, refetch } = useQuery(returnsQuery(api, order.id))
  if (data === undefined && error === null) return null
  if (data?.requests.length === 0) return null
  return (
    <DetailSection title="Returns">
      {data ? (
        <Requests order={order} requests={data.requests} mayRefund={isAllowed(role, 'order.refund')} />
      ) : (
        <NotLoaded error={error} refetch={refetch} />
      )}
    </DetailSection>
  )
}

function Requests({
  order,
  requests,
  mayRefund,
}: {
  order: AdminOrder
  requests: readonly AdminReturn[]
  mayRefund: boolean
}) {
  const { api } = useRouter().options.context
  const client = useQueryClient()
  const [answering, setAnswering] = useState<{ id: string; verb: Verb }>()
  const { queryKey } = returnsQuery(api, order.id)
  const onDone = async (known: AdminReturns) => {
    setAnswering(undefined)
    client.setQueryData(queryKey, known)
    await readOrdersAgain(client)
  }
  const onRefused = () => {
    void client.invalidateQueries({ queryKey })
    return undefined
  }
  const answer = useAct({
    call: ({ request, verb, words }: { request: AdminReturn; verb: Verb; words: string }, sent) =>
      api(
        'post',
        `/admin/return/{id}/${verb}`,
        { params: { id: request.id }, body: { shown: request.state, answer: words } },
        sent,
      ),
    onDone,
    failed: 'Not answered',
    onRefused,
  })
  const receive = useAct({
    call: ({ id, state }: AdminReturn, sent) =>
      api('post', '/admin/return/{id}/receive', { params: { id }, body: { shown: state } }, sent),
    onDone,
    failed: 'Not noted',
    onRefused,
  })
  const answered = requests.find(({ id }) => id === answering?.id)
  return (
    <>
      <ul className="ruled">
        {requests.map((request) => (
          <li key={request.id} className="grid gap-2 py-4">
            <Request request={request} order={order} />
            <div className="flex flex-wrap gap-2 pt-1 empty:hidden">
              {RETURN_FROM.approved.includes(request.state) && (
                <Button onClick={() => setAnswering({ id: request.id, verb: 'approve' })}>Approve</Button>
              )}
              {RETURN_FROM.received.includes(request.state) && (
                <Button isBusy={receive.isBusy} onClick={() => receive.act(request)}>
                  Received
                </Button>
              )}
              {request.state === 'received' && mayRefund && (
                <RefundStep order={order} request={request} requests={requests} />
              )}
              {RETURN_FROM.declined.includes(request.state) && (
                <Button variant="secondary" onClick={() => setAnswering({ id: request.id, verb: 'decline' })}>
                  Decline
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      <LazyOverlay isOpen={answered !== undefined} onClose={() => setAnswering(undefined)}>
        <AnswerDialog
          request={answered}
          verb={answering?.verb}
          isBusy={answer.isBusy}
          onClose={() => setAnswering(undefined)}
          onAnswer={(request, verb, words) => answer.act({ request, verb, words })}
        />
      </LazyOverlay>
    </>
  )
}

const TONE = {
  asked: 'accent',
  approved: 'wait',
  declined: 'rest',
  received: 'good',
} as const satisfies Record<ReturnState, string>

function Request({ request, order }: { request: AdminReturn; order: AdminOrder }) {
  const { state, lines, reason, words, answer, answeredBy, receivedBy } = request
  const at = request.receivedAt ?? request.answeredAt ?? request.askedAt
  const by = receivedBy ?? answeredBy
  return (
    <>
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Badge tone={TONE[state]}>{state}</Badge>
        <span className="text-ink-mute text-sm">{[timeText(at), by].filter(Boolean).join(' · ')}</span>
      </p>
      <ul className="font-semibold wrap-anywhere">
        {lines.map(({ position, quantity }) => {
          const line = order.lines[position]
          return <li key={position}>{`${quantity} × ${line === undefined ? 'a piece' : lineName(line)}`}</li>
        })}
      </ul>
      <p className="text-ink-soft text-sm">{`“${RETURN_REASON_WORDS[reason]}”`}</p>
      {words !== '' && <p className="notice whitespace-pre-line p-3 text-sm wrap-anywhere">{words}</p>}
      {answer !== '' && (
        <p className="whitespace-pre-line text-sm wrap-anywhere">
          <span className="text-ink-mute">The buyer was told: </span>
          <span>{answer}</span>
        </p>
      )}
    </>
  )
}
