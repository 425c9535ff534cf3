import type { AdminParcel, Delivery } from '#shared/contract/admin/parcel.ts'
import { courierName } from '#shared/courier.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { chosenCourier } from './courier-fields.tsx'
import { DeliveryForm } from './delivery-form.tsx'
import type { ParcelActs } from './use-parcel-acts.ts'

/** Corrects who brings a parcel on its way, or its number. */
export function CorrectDialog({
  parcel,
  correct,
  onClose,
}: {
  /** Undefined while closed. */
  parcel: AdminParcel | undefined
  correct: ParcelActs['correct']
  onClose: () => void
}) {
  const isOpen = parcel?.state === 'sent'
  return (
    <Dialog
      title="Correct"
      description={`Parcel ${parcel?.number ?? ''}. ${parcel?.canUndo ? 'The mail has not gone out, and will say it right.' : 'The buyer gets a mail with the correction.'}`}
      size="sm"
      isOpen={isOpen}
      onClose={onClose}
    >
      {isOpen && <Correction key={parcel.tracking} parcel={parcel} correct={correct} />}
    </Dialog>
  )
}

function Correction({ parcel, correct }: { parcel: AdminParcel; correct: ParcelActs['correct'] }) {
  const { id, tracking, riderPhone } = parcel
  const shown = { courier: parcel.courier ?? '', tracking, riderPhone }
  return (
    <DeliveryForm
      start={{ ...shown, courier: chosenCourier(shown.courier) }}
      verb="Correct"
      isBusy={correct.isBusy}
      onDelivery={(delivery) => correct.act({ id, ...delivery, shown })}
    >
      {(typed) =>
        inWords(typed) !== inWords(shown) && (
          <p className="notice p-4 font-semibold wrap-anywhere">{`${inWords(shown)} → ${inWords(typed)}`}</p>
        )
      }
    </DeliveryForm>
  )
}

const inWords = ({ courier, tracking, riderPhone }: Delivery) =>
  [courierName(courier), tracking, riderPhone].filter(Boolean).join(' · ') || 'nobody yet'
