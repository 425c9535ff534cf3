import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { refundsQuery } from '#admin/data/query.ts'
import type { AdminOrder } from '#shared/contract/admin/order.ts'
import type { AdminReturn } from '#shared/contract/admin/return.ts'
import { Button } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { LazyOverlay } from '#ui/overlay/lazy-overlay.tsx'

const RefundDialog = lazyComponent(() => import('#admin/refund/refund-dialog.tsx'), 'RefundDialog')

/** From what is here to its refund, with these pieces filled in. Nothing once their money went back. */
export function RefundStep({
  order,
  request,
  requests,
}: {
  order: AdminOrder
  request: AdminReturn
  requests: readonly AdminReturn[]
}) {
  const { api } = useRouter().options.context
  const { data } = useQuery(refundsQuery(api, order.id))
  const [isOpen, setOpen] = useState(false)
  const received = requests.filter(
    ({ state, wish, number }) => state === 'received' && wish === 'refund' && number <= request.number,
  )
  const pieces = request.lines.flatMap(({ position, quantity }) => {
    const due = received
      .flatMap(({ lines }) => lines)
      .reduce((sum, line) => sum + (line.position === position ? line.quantity : 0), 0)
    const refunded = data?.lines.find((line) => line.position === position)?.refunded ?? 0
    const left = Math.min(quantity, due - refunded)
    return left > 0 ? [{ position, quantity: left }] : []
  })
  if (data === undefined || data.refusal !== null || pieces.length === 0) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Refund these</Button>
      <LazyOverlay isOpen={isOpen} onClose={() => setOpen(false)}>
        <RefundDialog
          order={order}
          refunds={data}
          start={pieces}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
        />
      </LazyOverlay>
    </>
  )
}
