import type { AdminParcel } from '#shared/contract/admin/parcel.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { keepCourier, lastCourier } from './courier-fields.tsx'
import { DeliveryForm } from './delivery-form.tsx'
import type { ParcelActs } from './use-parcel-acts.ts'

/** Who brings a parcel. */
export function SendDialog({
  parcel,
  send,
  anyway,
  onClose,
}: {
  /** Undefined while closed. */
  parcel: AdminParcel | undefined
  send: ParcelActs['send']
  anyway: boolean
  onClose: () => void
}) {
  const isOpen = parcel?.state === 'packed'
  return (
    <Dialog
      title="Send"
      description={`Parcel ${parcel?.number ?? ''}. The buyer gets a mail, with the link to follow it.`}
      size="sm"
      isOpen={isOpen}
      onClose={onClose}
    >
      {isOpen && (
        <DeliveryForm
          start={{ courier: lastCourier() }}
          verb="Send"
          isBusy={send.isBusy}
          onDelivery={(delivery) => {
            keepCourier(delivery.courier)
            send.act({ id: parcel.id, ...delivery, ...(anyway ? { anyway } : {}) })
          }}
        />
      )}
    </Dialog>
  )
}
