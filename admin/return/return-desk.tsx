import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { NotLoaded } from '#admin/chrome/load-state.tsx'
import { readOrdersAgain } from '#admin/data/live.ts'
import { returnsQuery } from '#admin/data/query.ts'
import { useAct } from '#admin/data/use-act.ts'
import type { AdminOrder } from '#shared/contract/admin/order.ts'
import type { AdminReturn, AdminReturns } from '#shared/contract/admin/return.ts'
import { isAllowed, type Role } from '#shared/contract/permission.ts'
import { CHANGED_FROM, RETURN_FROM } from '#shared/return.ts'
import { Button } from '#ui/button.tsx'
import { DetailSection } from '#ui/detail.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { LazyOverlay } from '#ui/overlay/lazy-overlay.tsx'
import type { Answer, Verb } from './answer-dialog.tsx'
import { RefundStep } from './refund-step.tsx'
import { Request } from './return-request.tsx'

const AnswerDialog = lazyComponent(() => import('./answer-dialog.tsx'), 'AnswerDialog')

type Answering = Answer & { request: AdminReturn; verb: Verb }

/** What the buyer of an order asks to send back, with the step that comes next. Nothing if they never asked. */
export function ReturnDesk({ order, role }: { order: AdminOrder; role: Role }) {
  const { api } = useRouter().options.context
  const { data, error, refetch } = useQuery(returnsQuery(api, order.id))
  if (data === undefined && error === null) return null
  if (data?.requests.length === 0) return null
  return (
    <DetailSection title="Returns">
      {data ? (
        <Requests order={order} known={data} mayRefund={isAllowed(role, 'order.refund')} />
      ) : (
        <NotLoaded error={error} refetch={refetch} />
      )}
    </DetailSection>
  )
}

function Requests({
  order,
  known: { requests, sizes },
  mayRefund,
}: {
  order: AdminOrder
  known: AdminReturns
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
    call: ({ request, verb, words, exchange, isRestocked }: Answering, sent) => {
      const { id, state: shown, answeredAt } = request
      const told = { shown, answer: words }
      switch (verb) {
        case 'approve':
          return api(
            'post',
            '/admin/return/{id}/approve',
            { params: { id }, body: { ...told, exchange } },
            sent,
          )
        case 'decline':
          return api('post', '/admin/return/{id}/decline', { params: { id }, body: told }, sent)
        case 'receive':
          return api(
            'post',
            '/admin/return/{id}/receive',
            { params: { id }, body: { shown, isRestocked } },
            sent,
          )
        case 'change': {
          const changed = { ...told, answeredAt: answeredAt ?? '', exchange, isRestocked }
          return api('post', '/admin/return/{id}/change', { params: { id }, body: changed }, sent)
        }
      }
    },
    onDone,
    failed: 'Not done',
    onRefused,
  })
  const receive = (request: AdminReturn) => {
    if (request.exchange?.state === 'held') setAnswering({ id: request.id, verb: 'receive' })
    else answer.act({ request, verb: 'receive', words: '', exchange: null, isRestocked: false })
  }
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
                <Button isBusy={answer.isBusy} onClick={() => receive(request)}>
                  Received
                </Button>
              )}
              {request.state === 'received' && request.wish === 'refund' && mayRefund && (
                <RefundStep order={order} request={request} requests={requests} />
              )}
              {CHANGED_FROM.includes(request.state) && (
                <Button variant="secondary" onClick={() => setAnswering({ id: request.id, verb: 'change' })}>
                  {request.wish === 'refund' ? 'Exchange' : 'Change'}
                </Button>
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
          order={order}
          sizes={sizes}
          request={answered}
          verb={answering?.verb}
          isBusy={answer.isBusy}
          onClose={() => setAnswering(undefined)}
          onAnswer={(request, verb, given) => answer.act({ request, verb, ...given })}
        />
      </LazyOverlay>
    </>
  )
}
