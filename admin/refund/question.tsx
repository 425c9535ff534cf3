import { useRouter } from '@tanstack/react-router'
import { timeText } from '#admin/chrome/time-text.ts'
import { pieceName } from '#admin/order/piece-name.ts'
import { ReasonAct } from '#admin/order/reason-act.tsx'
import { useOrderAct } from '#admin/order/use-order-act.ts'
import type { AdminOrder } from '#shared/contract/admin/order.ts'
import type { RefundQuestion } from '#shared/contract/admin/refund.ts'
import { formatNaira } from '#shared/naira.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'

const TONE = {
  asked: 'accent',
  declined: 'rest',
  refunded: 'good',
  withdrawn: 'rest',
} as const satisfies Record<RefundQuestion['state'], string>

/** What somebody who may not refund has asked, with the answer, or the buttons that give one, or take the question back. */
export function Question({
  question,
  order,
  onRefund,
  mayDecline,
}: {
  question: RefundQuestion
  order: AdminOrder
  /** Undefined for who may not, and while nothing can be refunded. */
  onRefund: (() => void) | undefined
  mayDecline: boolean
}) {
  const { api } = useRouter().options.context
  const { id, state, amount, pieces, reason, askedBy, askedAt, answer, answeredBy } = question
  const goods = pieces.map(({ position, quantity }) => `${quantity} × ${pieceName(order, position)}`)
  return (
    <section aria-label="A refund that was asked for" className="notice mt-3 grid gap-2 p-4">
      <p className="flex flex-wrap items-center gap-2">
        <span className="money font-bold">{formatNaira(amount)}</span>
        <Badge tone={TONE[state]}>{state}</Badge>
        <span className="text-ink-mute text-sm">{`${askedBy}, ${timeText(askedAt)}`}</span>
      </p>
      {goods.length > 0 && <p className="text-sm wrap-anywhere">{goods.join(', ')}</p>}
      {reason !== '' && <p className="wrap-anywhere">{reason}</p>}
      {answeredBy !== null && (
        <p className="text-sm wrap-anywhere">
          <span className="font-semibold">{answer === '' ? `By ${answeredBy}` : `${answeredBy}: `}</span>
          <span>{answer}</span>
        </p>
      )}
      {state === 'asked' && question.isOwn && <Withdraw id={id} />}
      {state === 'asked' && mayDecline && (
        <div className="flex flex-wrap gap-2 pt-1">
          {onRefund && (
            <Button size="sm" onClick={onRefund}>
              {`Refund ${formatNaira(amount)}`}
            </Button>
          )}
          <ReasonAct
            label="Decline"
            title={`Decline the refund of #${order.number}`}
            change={`Asked → declined. ${askedBy} reads why here.`}
            failed="Not declined"
            call={(words, sent) =>
              api(
                'post',
                '/admin/refund-question/{id}/decline',
                { params: { id }, body: { answer: words } },
                sent,
              )
            }
            say={() => 'Declined'}
          />
        </div>
      )}
    </section>
  )
}

function Withdraw({ id }: { id: string }) {
  const { api } = useRouter().options.context
  const { act, isBusy } = useOrderAct({
    call: (_: undefined, sent) =>
      api('post', '/admin/refund-question/{id}/withdraw', { params: { id } }, sent),
    say: () => 'Withdrawn',
    failed: 'Not withdrawn',
  })
  return (
    <Button
      variant="secondary"
      size="sm"
      className="justify-self-start"
      isBusy={isBusy}
      onClick={() => act(undefined)}
    >
      Withdraw
    </Button>
  )
}
