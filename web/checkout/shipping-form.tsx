import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { type Control, type FieldPath, type UseFormReturn, useController, useWatch } from 'react-hook-form'
import type { ShippingPlace } from '#shared/contract/app-data.ts'
import type { CheckoutForm } from '#shared/contract/checkout-form.ts'
import { placeOption, placesFor, placeToChoose } from '#shared/delivery-place.ts'
import { COUNTRY, findState, NIGERIAN_STATES } from '#shared/nigeria.ts'
import { RetryButton } from '#ui/button.tsx'
import { Select, TextArea, TextInput } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'
import { type Draft, hasNoAddress } from '#web/state/checkout-draft.ts'
import { useSession } from '#web/state/session.ts'
import { SavedAddresses } from './saved-addresses.tsx'

type FormHandle = UseFormReturn<Draft, unknown, CheckoutForm>

/** Delivery address and contact details. Laid out and submitted by its parent, which also shows the price. */
export function ShippingForm({
  id,
  form,
  places,
  onSubmit,
}: {
  id: string
  form: FormHandle
  places: UseQueryResult<ShippingPlace[]>
  onSubmit: () => void
}) {
  const { control, register, formState } = form
  const { errors } = formState
  const { token, user } = useSession()
  const [state, city] = useWatch({ control, name: ['state', 'city'] })
  const cities = findState(state)?.lgas
  const fitPlace = () => {
    const place = placeToChoose(places.data ?? [], form.getValues())
    if (place !== undefined) form.setValue('shippingLocation', place, { shouldValidate: place !== '' })
  }
  return (
    <form
      id={id}
      noValidate
      aria-labelledby="shipping-information"
      className="grid content-start gap-x-5 gap-y-6 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <h2 id="shipping-information" className="display border-ink border-b-2 pb-3 text-d-xs sm:col-span-2">
        Shipping Information
      </h2>
      {token !== null && (
        <SavedAddresses
          token={token}
          isBlank={() => hasNoAddress(form.getValues(), user)}
          onUse={({ fullName, phone, address, ...area }) => {
            for (const [name, value] of Object.entries({
              fullName,
              phone,
              address,
              state: area.state,
              city: area.city,
            })) {
              form.setValue(name as FieldPath<Draft>, value)
            }
            form.clearErrors()
            fitPlace()
          }}
        />
      )}
      <Field label="Full Name" required error={errors.fullName?.message} className="sm:col-span-2">
        <TextInput {...register('fullName')} autoComplete="name" />
      </Field>
      <Field label="Email" required error={errors.email?.message} hint="We'll send your receipt here.">
        <TextInput {...register('email')} type="email" inputMode="email" autoComplete="email" />
      </Field>
      <Field label="Phone" required error={errors.phone?.message} hint="The courier will call you first.">
        <TextInput {...register('phone')} type="tel" inputMode="tel" autoComplete="tel" />
      </Field>
      <Field
        label="Address"
        required
        error={errors.address?.message}
        hint="Street, house number, and the nearest bus stop or landmark."
        className="sm:col-span-2"
      >
        <TextArea {...register('address')} rows={2} autoComplete="street-address" />
      </Field>
      <Field label="Country" required className="sm:col-span-2">
        <TextInput value={COUNTRY} disabled autoComplete="country-name" />
      </Field>
      <Field label="State" required error={errors.state?.message}>
        <FormSelect
          control={control}
          name="state"
          autoComplete="address-level1"
          placeholder="Select a state"
          onChoose={() => {
            form.setValue('city', '')
            form.clearErrors('city')
            fitPlace()
          }}
          options={NIGERIAN_STATES.map(({ state }) => ({ value: state, label: state }))}
        />
      </Field>
      <Field label="City" required error={errors.city?.message}>
        <FormSelect
          control={control}
          name="city"
          autoComplete="address-level2"
          placeholder={cities ? 'Select a city' : 'Select a state first'}
          onChoose={fitPlace}
          options={cities?.map((name) => ({ value: name, label: name }))}
        />
      </Field>
      <Field
        label="Shipping Location"
        required
        error={errors.shippingLocation?.message}
        hint={
          <PlacesState
            places={places}
            onRetry={() => {
              // The button disappears while the places load.
              form.setFocus('shippingLocation')
              void places.refetch()
            }}
          />
        }
        className="sm:col-span-2"
      >
        <FormSelect
          control={control}
          name="shippingLocation"
          placeholder="Select a shipping location"
          {...placeOptions(places.data ?? [], { state, city })}
        />
      </Field>
    </form>
  )
}

/** Once the state is chosen, the places that deliver there come first, under a title of their own. */
function placeOptions(places: readonly ShippingPlace[], address: { state: string; city: string }) {
  const { fitting, others } = placesFor(places, address)
  if (address.state === '' || fitting.length === 0) return { options: places.map(placeOption) }
  const title = [address.city, address.state].filter(Boolean).join(', ')
  return {
    groups: [
      { title: `Deliver to ${title}`, options: fitting.map(placeOption) },
      { title: 'Do not deliver there', options: others.map(placeOption) },
    ].filter(({ options }) => options.length > 0),
  }
}

function PlacesState({ places, onRetry }: { places: UseQueryResult<ShippingPlace[]>; onRetry: () => void }) {
  if (places.data) return 'Pick the place nearest to you. It sets the price of shipping.'
  if (places.isError) {
    return (
      <span role="alert" className="flex flex-wrap items-center gap-3 font-semibold text-bad">
        <span>Failed to load shipping locations</span>
        <RetryButton variant="secondary" size="sm" onClick={onRetry} />
      </span>
    )
  }
  return <span role="status">Loading shipping locations...</span>
}

/** Controlled, so that a remembered choice appears as soon as its option has loaded. */
function FormSelect({
  control,
  name,
  placeholder,
  autoComplete,
  onChoose,
  options = [],
  groups = [],
}: {
  control: Control<Draft, unknown, CheckoutForm>
  name: FieldPath<Draft>
  placeholder: string
  autoComplete?: string
  onChoose?: () => void
  options?: ComponentProps<typeof Select>['options'] | undefined
  groups?: ComponentProps<typeof Select>['groups']
}) {
  const { field } = useController({ control, name })
  return (
    <Select
      {...field}
      {...(autoComplete ? { autoComplete } : {})}
      onChange={(event) => {
        field.onChange(event)
        onChoose?.()
      }}
      options={[{ value: '', label: placeholder }, ...options]}
      groups={groups}
    />
  )
}
