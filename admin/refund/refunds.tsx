import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { NotLoaded } from '#admin/chrome/load-state.tsx'
import { timeText } from '#admin/chrome/time-text.ts'
import { refundsQuery } from '#admin/data/query.ts'
import type { AdminOrder } from '#shared/contract/admin/order.ts'
import type { OrderRefunds, RefundQuestion } from '#shared/contract/admin/refund.ts'
import { isAllowed, type Role } from '#shared/contract/permission.ts'
import { formatNaira } from '#shared/naira.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { DetailSection } from '#ui/detail.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { LazyOverlay } from '#ui/overlay/lazy-overlay.tsx'
import { Question } from './question.tsx'

const RefundDialog = lazyComponent(() => import('./refund-dialog.tsx'), 'RefundDialog')

/** What was returned of a paid order, and the button that returns more. */
export function Refunds({ order, role }: { order: AdminOrder; role: Role }) {
  const { api } = useRouter().options.context
  const { data, error, refetch } = useQuery(refundsQuery(api, order.id))
  const [open, setOpen] = useState<'refund' | 'ask' | RefundQuestion>()
  if (!data) {
    return (
      <DetailSection title="Refunds">
        <NotLoaded error={error} refetch={refetch} />
      </DetailSection>
    )
  }
  const close = () => setOpen(undefined)
  const mayRefund = isAllowed(role, 'order.refund')
  const mayAsk = isAllowed(role, 'order.ask-refund')
  const isAsked = data.questions.some(({ state }) => state === 'asked')
  return (
    <DetailSection title="Refunds">
      {data.refunds.length === 0 && <p className="py-3 text-ink-soft">Nothing was returned.</p>}
      <ul className="ruled">
        {data.refunds.map((refund) => (
          <RefundRow key={refund.number} refund={refund} />
        ))}
      </ul>
      {data.questions.map((question) => (
        <Question
          key={question.id}
          question={question}
          order={order}
          onRefund={mayRefund && data.refusal === null ? () => setOpen(question) : undefined}
          mayDecline={mayRefund}
        />
      ))}
      {(mayRefund || mayAsk) &&
        (data.refusal === null ? (
          !isAsked && (
            <Button
              variant="secondary"
              size="sm"
              className="mt-3"
              onClick={() => setOpen(mayRefund ? 'refund' : 'ask')}
            >
              {mayRefund ? (data.refunds.length === 0 ? 'Refund' : 'Refund more') : 'Ask for a refund'}
            </Button>
          )
        ) : (
          <p className="py-3 text-ink-soft text-sm">{data.refusal}</p>
        ))}
      <LazyOverlay isOpen={open !== undefined} onClose={close}>
        <RefundDialog
          order={order}
          refunds={data}
          question={typeof open === 'object' ? open : undefined}
          isAsking={open === 'ask'}
          isOpen={open !== undefined}
          onClose={close}
        />
      </LazyOverlay>
    </DetailSection>
  )
}

/** How far a refund is, in words, and its badge's colour. */
const REFUND_STATE = {
  requested: { words: 'going out', tone: 'wait' },
  sent: { words: 'on its way', tone: 'wait' },
  done: { words: 'returned', tone: 'good' },
  failed: { words: 'did not go', tone: 'bad' },
} as const satisfies Record<
  OrderRefunds['refunds'][number]['state'],
  { words: string; tone: 'wait' | 'good' | 'bad' }
>

function RefundRow({ refund }: { refund: OrderRefunds['refunds'][number] }) {
  const { words, tone } = REFUND_STATE[refund.state]
  const pieces = refund.pieces.map(({ name, quantity }) => `${quantity} × ${name}`)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 py-3">
      <p className="flex flex-wrap items-center gap-2">
        <span className="money font-bold">{formatNaira(refund.amount)}</span>
        <Badge tone={tone}>{words}</Badge>
      </p>
      <time dateTime={refund.at} className="text-right text-ink-mute text-sm">
        {timeText(refund.at)}
      </time>
      {pieces.length > 0 && (
        <p className="col-span-2 text-ink-soft text-sm wrap-anywhere">
          {`${pieces.join(', ')}${refund.isRestocked ? ' · on sale again' : ''}`}
        </p>
      )}
      {refund.providerNumber !== null && (
        <p className="col-span-2 text-ink-mute text-sm">{`The provider’s number ${refund.providerNumber}`}</p>
      )}
    </li>
  )
}
