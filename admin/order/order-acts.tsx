import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { hoursText, timeText } from '#admin/chrome/time-text.ts'
import { orderQuery, ordersQueryKey, parcelsQuery } from '#admin/data/query.ts'
import { useAct } from '#admin/data/use-act.ts'
import type { AdminOrder } from '#shared/contract/admin/order.ts'
import { isAllowed, type Role } from '#shared/contract/permission.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { LazyOverlay } from '#ui/overlay/lazy-overlay.tsx'
import { toast } from '#ui/toast/toast.ts'

const ReasonDialog = lazy(async () => ({ default: (await import('./reason-dialog.tsx')).ReasonDialog }))

/** What keeps an order from going on: an unpaid one is cancelled, a paid one held back until somebody lets it go. */
export function OrderActs({ order, role }: { order: AdminOrder; role: Role }) {
  if (order.status === 'pending' && isAllowed(role, 'order.cancel')) return <Cancel order={order} />
  if (order.status === 'paid') return <HoldBack order={order} mayAct={isAllowed(role, 'order.hold-back')} />
  return null
}

function useOrderChanged(id: string) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries(orderQuery(api, id)),
      queryClient.invalidateQueries(parcelsQuery(api, id)),
      queryClient.invalidateQueries({ queryKey: ordersQueryKey }),
      queryClient.invalidateQueries({ queryKey: ['today'] }),
    ])
}

const BECAME = {
  cancelled: 'Cancelled, its goods are on sale again',
  failed: 'The payment has failed, its goods are on sale again',
  paid: 'It was paid a moment ago, so it is not cancelled',
  pending: 'It waits for its payment',
}

function Cancel({ order }: { order: AdminOrder }) {
  const { api } = useRouter().options.context
  const [isOpen, setOpen] = useState(false)
  const refresh = useOrderChanged(order.id)
  const { act, isBusy } = useAct({
    call: (reason: string, sent) =>
      api('post', '/admin/order/{id}/cancel', { params: { id: order.id }, body: { reason } }, sent),
    onDone: async ({ status }) => {
      toast({ title: BECAME[status], tone: 'success' })
      setOpen(false)
      await refresh()
    },
    failed: 'Not cancelled',
  })
  return (
    <div className="mb-6">
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        Cancel the order
      </Button>
      <LazyOverlay isOpen={isOpen} onClose={() => setOpen(false)}>
        <ReasonDialog
          title={`Cancel #${order.number}`}
          change="Waits for its payment → cancelled, its goods on sale again. The provider is asked first, and the buyer gets a mail."
          verb="Cancel the order"
          isOpen={isOpen}
          isBusy={isBusy}
          onClose={() => setOpen(false)}
          onReason={act}
        />
      </LazyOverlay>
    </div>
  )
}

function HoldBack({ order, mayAct }: { order: AdminOrder; mayAct: boolean }) {
  const { api } = useRouter().options.context
  const [isOpen, setOpen] = useState(false)
  const refresh = useOrderChanged(order.id)
  const { heldBack } = order
  const { act, isBusy } = useAct({
    call: (reason: string | null, sent) =>
      api(
        'put',
        '/admin/order/{id}/hold-back',
        { params: { id: order.id }, body: { reason, shown: heldBack } },
        sent,
      ),
    onDone: async (now) => {
      toast({ title: now.heldBack === null ? 'It can be packed' : 'Held back', tone: 'success' })
      setOpen(false)
      await refresh()
    },
    failed: 'Nothing was changed',
    onRefused: ({ body }) => {
      if (body?.code === 'CHANGED_MEANWHILE') void refresh()
      return false
    },
  })
  if (heldBack !== null) {
    return (
      <div className="notice mb-6 grid justify-items-start gap-3 p-4">
        <p>{`Held back: ${heldBack}`}</p>
        {mayAct && (
          <Button variant="secondary" size="sm" isBusy={isBusy} onClick={() => act(null)}>
            Let it go
          </Button>
        )}
      </div>
    )
  }
  if (!mayAct || order.stage === 'delivered') return null
  return (
    <div className="mb-6">
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        Hold back
      </Button>
      <LazyOverlay isOpen={isOpen} onClose={() => setOpen(false)}>
        <ReasonDialog
          title={`Hold back #${order.number}`}
          change="Can be packed → waits until somebody lets it go."
          verb="Hold back"
          isOpen={isOpen}
          isBusy={isBusy}
          onClose={() => setOpen(false)}
          onReason={act}
        />
      </LazyOverlay>
    </div>
  )
}

/** Why an order needs a person, and the button that says it was seen to. */
export function Advice({ order }: { order: AdminOrder }) {
  const { api } = useRouter().options.context
  const [isOpen, setOpen] = useState(false)
  const refresh = useOrderChanged(order.id)
  const { act, isBusy } = useAct({
    call: (note: string, sent) =>
      api(
        'post',
        '/admin/order/{id}/resolve',
        { params: { id: order.id }, body: { note, shown: order.advice } },
        sent,
      ),
    onDone: async () => {
      toast({ title: 'Closed', tone: 'success' })
      setOpen(false)
      await refresh()
    },
    failed: 'Not closed',
    onRefused: ({ body }) => {
      if (body?.code === 'CHANGED_MEANWHILE') void refresh()
      return false
    },
  })
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
          <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
            Close it
          </Button>
        </div>
      )}
      <LazyOverlay isOpen={isOpen} onClose={() => setOpen(false)}>
        <ReasonDialog
          title={`Close what #${order.number} needs`}
          change="Needs you → seen to. What comes later opens it again."
          verb="Close it"
          isOpen={isOpen}
          isBusy={isBusy}
          onClose={() => setOpen(false)}
          onReason={act}
        />
      </LazyOverlay>
    </div>
  )
}
