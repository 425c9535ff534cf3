import { changeStored, createDeviceStore } from '#admin/data/device-store.ts'
import { COURIERS, hasRider } from '#shared/courier.ts'
import { COURIER_MAX_CHARS, TRACKING_MAX_CHARS } from '#shared/limits.ts'
import { Select, TextInput } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'

const OTHER = 'other'

/** Who brings it: one of the list, or another by name. */
export type ChosenCourier = { listed: string; otherName: string }

/** As it was stored. */
export function chosenCourier(courier: string): ChosenCourier {
  const isListed = COURIERS.some(({ id }) => id === courier)
  return isListed ? { listed: courier, otherName: '' } : { listed: OTHER, otherName: courier }
}

const courierStore = createDeviceStore<{ courier: string }>('admin.courier', { courier: COURIERS[0].id })

/** The one that was chosen last on this phone. */
export const lastCourier = () => chosenCourier(courierStore.getState().courier)

/** Also without a place to keep it, what is to be sent goes on. */
export const keepCourier = (courier: string) => changeStored(courierStore, () => ({ courier }))

/** As it is sent; '' while the name of another is missing. */
export const courierOf = ({ listed, otherName }: ChosenCourier) =>
  listed === OTHER ? otherName.trim() : listed

export const isByRider = ({ listed }: ChosenCourier) => hasRider(listed)

export function CourierField({
  value,
  onChange,
  error,
}: {
  value: ChosenCourier
  onChange: (value: ChosenCourier) => void
  error: string | undefined
}) {
  return (
    <>
      <Field label="Who brings it" required>
        <Select
          value={value.listed}
          onChange={(event) => onChange({ ...value, listed: event.target.value })}
          options={[
            ...COURIERS.map(({ id, name }) => ({ value: id, label: name })),
            { value: OTHER, label: 'Another one' },
          ]}
        />
      </Field>
      {value.listed === OTHER && (
        <Field label="Its name" required error={error}>
          <TextInput
            value={value.otherName}
            onChange={(event) => onChange({ ...value, otherName: event.target.value })}
            maxLength={COURIER_MAX_CHARS}
            autoComplete="off"
          />
        </Field>
      )}
    </>
  )
}

export function TrackingField({
  label = 'Tracking number or link',
  value,
  onChange,
  error,
}: {
  label?: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
}) {
  return (
    <Field label={label} error={error}>
      <TextInput
        value={value}
        onChange={(event) => onChange(event.target.value)}
        maxLength={TRACKING_MAX_CHARS}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </Field>
  )
}
