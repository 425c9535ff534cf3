import { useState } from 'react'
import type { AdminParcel } from '#shared/contract/admin/parcel.ts'
import { sendForm } from '#shared/contract/admin/parcel.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import {
  CourierField,
  courierOf,
  isByRider,
  keepCourier,
  lastCourier,
  TrackingField,
} from './courier-fields.tsx'
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
      {isOpen && <SendForm parcel={parcel} send={send} anyway={anyway} />}
    </Dialog>
  )
}

function SendForm({
  parcel,
  send,
  anyway,
}: {
  parcel: AdminParcel
  send: ParcelActs['send']
  anyway: boolean
}) {
  const [chosen, setChosen] = useState(lastCourier)
  const [tracking, setTracking] = useState('')
  const [riderPhone, setRiderPhone] = useState('')
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const onSubmit = () => {
    const courier = courierOf(chosen)
    const typed = { courier, tracking, riderPhone: isByRider(chosen) ? riderPhone : '' }
    const parsed = sendForm.safeParse({ ...typed, ...(anyway ? { anyway } : {}) })
    if (!parsed.success) {
      setErrors(
        Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])),
      )
      return
    }
    setErrors({})
    keepCourier(courier)
    send.act({ id: parcel.id, ...parsed.data })
  }
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <CourierField value={chosen} onChange={setChosen} error={errors.courier} />
      <TrackingField value={tracking} onChange={setTracking} error={errors.tracking} />
      {isByRider(chosen) && (
        <Field label="The rider’s phone" error={errors.riderPhone} hint="The buyer is told it.">
          <TextInput
            value={riderPhone}
            onChange={(event) => setRiderPhone(event.target.value)}
            type="tel"
            autoComplete="off"
          />
        </Field>
      )}
      <Button type="submit" variant="accent" size="lg" isBusy={send.isBusy}>
        Send
      </Button>
    </form>
  )
}
