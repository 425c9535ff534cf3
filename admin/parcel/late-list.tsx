import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { NotLoaded } from '#admin/chrome/load-state.tsx'
import { lateQuery } from '#admin/data/query.ts'
import type { LateOrder } from '#shared/contract/admin/late.ts'
import { isAllowed, type Role } from '#shared/contract/permission.ts'
import { dayText } from '#shared/delivery.ts'
import { Button } from '#ui/button.tsx'
import { DetailSection } from '#ui/detail.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { LazyOverlay } from '#ui/overlay/lazy-overlay.tsx'

const PromiseDialog = lazyComponent(() => import('./promise-dialog.tsx'), 'PromiseDialog')

/** What was not sent by the promised day, with the honest mail to its buyer. Nothing where nothing is late. */
export function LateList({ role }: { role: Role }) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const { data: late = [], error, refetch } = useQuery(lateQuery(api))
  const [asking, setAsking] = useState<LateOrder>()
  if (error !== null && late.length === 0)
    return (
      <DetailSection title="Late orders">
        <NotLoaded error={error} refetch={refetch} />
      </DetailSection>
    )
  if (late.length === 0) return null
  return (
    <DetailSection title={late.length === 1 ? '1 order is late' : `${late.length} orders are late`}>
      <ul className="ruled">
        {late.map((order) => (
          <li
            key={order.orderId}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
          >
            <p className="min-w-0">
              <Link
                to="/orders/$id"
                params={{ id: order.orderId }}
                className="tabular inline-flex min-h-11 items-center font-bold text-lg"
              >
                {`#${order.number}`}
              </Link>
              <span className="block text-ink-soft text-sm">
                {`Should have gone out ${dayText(order.missed)} · ${order.place}`}
              </span>
            </p>
            {isAllowed(role, 'order.promise') && (
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Promise a new date for #${order.number}`}
                onClick={() => setAsking(order)}
              >
                New date
              </Button>
            )}
          </li>
        ))}
      </ul>
      <LazyOverlay isOpen={asking !== undefined} onClose={() => setAsking(undefined)}>
        <PromiseDialog
          order={asking}
          onClose={() => setAsking(undefined)}
          onDone={(left) => {
            setAsking(undefined)
            queryClient.setQueryData(lateQuery(api).queryKey, left)
          }}
        />
      </LazyOverlay>
    </DetailSection>
  )
}
