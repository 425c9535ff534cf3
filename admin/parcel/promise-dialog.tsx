import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { lateQuery } from '#admin/data/query.ts'
import { useAct } from '#admin/data/use-act.ts'
import type { LateOrder } from '#shared/contract/admin/late.ts'
import { arrivalWords, dayText } from '#shared/delivery.ts'
import { Button } from '#ui/button.tsx'
import { Detail } from '#ui/detail.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/toast/toast.ts'

/** The old promise and the new one, before the buyer is mailed. */
export function PromiseDialog({
  order,
  onClose,
  onDone,
}: {
  /** Undefined while closed. */
  order: LateOrder | undefined
  onClose: () => void
  onDone: (left: LateOrder[]) => void
}) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const { act, isBusy } = useAct({
    call: ({ orderId, missed }: LateOrder, sent) =>
      api('post', '/admin/order/{id}/promise', { params: { id: orderId }, body: { missed } }, sent),
    onDone: (left, { number }) => {
      toast({
        title: 'The buyer is mailed',
        description: `Order #${number} has a new date.`,
        tone: 'success',
      })
      onDone(left)
    },
    failed: 'Not promised',
    onRefused: () => {
      void queryClient.invalidateQueries(lateQuery(api))
      onClose()
      return false
    },
  })
  return (
    <Dialog
      title="A new date"
      description="An honest mail: that it is late, when it comes, and that the buyer may have the money back."
      size="sm"
      isOpen={order !== undefined}
      onClose={onClose}
    >
      {order && (
        <div className="grid gap-5">
          <dl>
            <Detail term="Promised">{dayText(order.missed)}</Detail>
            <Detail term="Now sent by">{dayText(order.sentBy)}</Detail>
            <Detail term="Arrives">{arrivalWords(order.arrives)}</Detail>
          </dl>
          {order.isPromisedAnew && (
            <p className="text-ink-soft">The buyer was told a new date once already.</p>
          )}
          <Button size="lg" isBusy={isBusy} onClick={() => act(order)}>
            Mail the buyer
          </Button>
        </div>
      )}
    </Dialog>
  )
}
