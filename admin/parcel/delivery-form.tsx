import { type ReactNode, useState } from 'react'
import { useUnsaved } from '#admin/data/unsaved.ts'
import { type Delivery, sendForm } from '#shared/contract/admin/parcel.ts'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'
import { type ChosenCourier, CourierField, courierOf, isByRider, TrackingField } from './courier-fields.tsx'

/** Who brings a parcel, and how it can be followed. */
export function DeliveryForm({
  start,
  verb,
  isBusy,
  onDelivery,
  children,
}: {
  start: { courier: ChosenCourier; tracking?: string; riderPhone?: string }
  verb: string
  isBusy: boolean
  onDelivery: (delivery: Delivery) => void
  /** What is said of what is typed. */
  children?: (typed: Delivery) => ReactNode
}) {
  const [chosen, setChosen] = useState(start.courier)
  const [tracking, setTracking] = useState(start.tracking ?? '')
  const [riderPhone, setRiderPhone] = useState(start.riderPhone ?? '')
  useUnsaved(tracking !== (start.tracking ?? '') || riderPhone !== (start.riderPhone ?? ''))
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const typed = { courier: courierOf(chosen), tracking, riderPhone: isByRider(chosen) ? riderPhone : '' }
  const onSubmit = () => {
    const parsed = sendForm.safeParse(typed)
    setErrors(
      Object.fromEntries((parsed.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message])),
    )
    if (parsed.success) onDelivery(parsed.data)
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
      {children?.(typed)}
      <Button type="submit" variant="accent" size="lg" isBusy={isBusy}>
        {verb}
      </Button>
    </form>
  )
}
