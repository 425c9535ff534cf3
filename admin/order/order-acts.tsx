import { useRouter } from '@tanstack/react-router'
import { hoursText, timeText } from '#admin/chrome/time-text.ts'
import type { Sent } from '#admin/data/use-act.ts'
import type { AdminOrder } from '#shared/contract/admin/order.ts'
import { isAllowed, type Role } from '#shared/contract/permission.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { ReasonAct } from './reason-act.tsx'
import { useOrderAct } from './use-order-act.ts'

/** What keeps an order from going on: an unpaid one is cancelled, a paid one held back until somebody lets it go. */
export function OrderActs({ order, role }: { order: AdminOrder; role: Role }) {
  if (order.status === 'pending' && isAllowed(role, 'order.cancel')) return <Cancel order={order} />
  if (order.status === 'paid') return <HoldBack order={order} mayAct={isAllowed(role, 'order.hold-back')} />
  return null
}

const BECAME = {
  cancelled: 'Cancelled, its goods are on sale again',
  failed: 'The payment has failed, its goods are on sale again',
  paid: 'It was paid a moment ago, so it is not cancelled',
  pending: 'It waits for its payment',
}

function Cancel({ order }: { order: AdminOrder }) {
  const { api } = useRouter().options.context
  return (
    <div className="mb-6">
      <ReasonAct
        label="Cancel the order"
        title={`Cancel #${order.number}`}
        change="Waits for its payment → cancelled, its goods on sale again. The provider is asked first, and the buyer gets a mail."
        failed="Not cancelled"
        call={(reason, sent) =>
          api('post', '/admin/order/{id}/cancel', { params: { id: order.id }, body: { reason } }, sent)
        }
        say={({ status }) => BECAME[status]}
      />
    </div>
  )
}

function HoldBack({ order, mayAct }: { order: AdminOrder; mayAct: boolean }) {
  const { api } = useRouter().options.context
  const hold = (reason: string | null, sent: Sent) =>
    api(
      'put',
      '/admin/order/{id}/hold-back',
      { params: { id: order.id }, body: { reason, shown: order.heldBack } },
      sent,
    )
  if (order.heldBack !== null) {
    return (
      <div className="notice mb-6 grid justify-items-start gap-3 p-4">
        <p>{`Held back: ${order.heldBack}`}</p>
        {mayAct && <LetGo call={(sent) => hold(null, sent)} />}
      </div>
    )
  }
  if (!mayAct || order.stage === 'delivered') return null
  return (
    <div className="mb-6">
      <ReasonAct
        label="Hold back"
        title={`Hold back #${order.number}`}
        change="Can be packed → waits until somebody lets it go."
        failed="Nothing was changed"
        call={hold}
        say={() => 'Held back'}
      />
    </div>
  )
}

function LetGo({ call }: { call: (sent: Sent) => Promise<unknown> }) {
  const { act, isBusy } = useOrderAct({
    call: (_: undefined, sent) => call(sent),
    say: () => 'It can be packed',
    failed: 'Nothing was changed',
  })
  return (
    <Button variant="secondary" size="sm" isBusy={isBusy} onClick={() => act(undefined)}>
      Let it go
    </Button>
  )
}

/** Why an order needs a person, and the button that says it was seen to. */
export function Advice({ order }: { order: AdminOrder }) {
  const { api } = useRouter().options.context
  if (order.advice.length === 0) return null
  return (
    <div className="notice mb-6 grid justify-items-start gap-3 p-4">
      {order.advice.map((advice) => (
        <p key={advice}>{advice}</p>
      ))}
      {order.dispute && (
        <p className="font-semibold">
          {`Answer by ${timeText(order.dispute.dueAt)}: ${hoursText(order.dispute.hoursLeft)}.`}
        </p>
      )}
      {order.canResolve && (
        <div className="flex flex-wrap gap-3">
          {order.dispute && (
            <a
              href={`/api/admin/order/${order.id}/evidence`}
              download
              className={buttonClass({ size: 'sm' })}
            >
              Evidence as PDF
            </a>
          )}
          <ReasonAct
            label="Close it"
            title={`Close what #${order.number} needs`}
            change="Needs you → seen to. What comes later opens it again."
            failed="Not closed"
            call={(note, sent) =>
              api(
                'post',
                '/admin/order/{id}/resolve',
                { params: { id: order.id }, body: { note, shown: order.advice } },
                sent,
              )
            }
            say={() => 'Closed'}
          />
        </div>
      )}
    </div>
  )
}
