import { zodResolver } from '@hookform/resolvers/zod'
import { useController, useForm, useWatch } from 'react-hook-form'
import { type AddressForm, addressForm, type SavedAddress } from '#shared/contract/address.ts'
import { findState, NIGERIAN_STATES } from '#shared/nigeria.ts'
import { Button } from '#ui/button.tsx'
import { Select, TextArea, TextInput } from '#ui/form/control.tsx'
import { Field, FORM_CHECKS } from '#ui/form/field.tsx'

/** Corrects one saved address. `onSave` returns the messages of fields that the shop refused. */
export function AddressEditor({
  address: { fullName, phone, address, state, city },
  isBusy,
  onCancel,
  onSave,
}: {
  address: SavedAddress
  isBusy: boolean
  onCancel: () => void
  onSave: (typed: AddressForm) => Promise<Record<string, string> | undefined>
}) {
  const form = useForm<AddressForm>({
    resolver: zodResolver(addressForm),
    defaultValues: { fullName, phone, address, state, city },
    ...FORM_CHECKS,
  })
  const { errors } = form.formState
  const stateField = useController({ control: form.control, name: 'state' }).field
  const cityField = useController({ control: form.control, name: 'city' }).field
  const cities = findState(useWatch({ control: form.control, name: 'state' }))?.lgas ?? []
  return (
    <form
      noValidate
      className="grid gap-5 sm:grid-cols-2"
      onSubmit={(event) => {
        // The form of the checkout is around it in React's tree, and must not be sent as well.
        event.stopPropagation()
        void form.handleSubmit(async (typed) => {
          const refused = await onSave(typed)
          for (const [path, message] of Object.entries(refused ?? {})) {
            form.setError(path.replace(/^.*\./, '') as keyof AddressForm, { message })
          }
        })(event)
      }}
    >
      <Field label="Full Name" required error={errors.fullName?.message}>
        <TextInput {...form.register('fullName')} autoComplete="name" />
      </Field>
      <Field label="Phone" required error={errors.phone?.message}>
        <TextInput {...form.register('phone')} type="tel" inputMode="tel" autoComplete="tel" />
      </Field>
      <Field label="Address" required error={errors.address?.message} className="sm:col-span-2">
        <TextArea {...form.register('address')} rows={2} autoComplete="street-address" />
      </Field>
      <Field label="State" required error={errors.state?.message}>
        <Select
          {...stateField}
          onChange={(event) => {
            stateField.onChange(event)
            form.setValue('city', '')
          }}
          options={NIGERIAN_STATES.map(({ state: name }) => ({ value: name, label: name }))}
        />
      </Field>
      <Field label="City" required error={errors.city?.message}>
        <Select
          {...cityField}
          options={[
            { value: '', label: 'Select a city' },
            ...cities.map((name) => ({ value: name, label: name })),
          ]}
        />
      </Field>
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        <Button type="submit" size="sm" isBusy={isBusy}>
          Save Address
        </Button>
        <Button type="button" size="sm" variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
