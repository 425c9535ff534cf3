import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { type Control, type FieldPath, type UseFormReturn, useController, useWatch } from 'react-hook-form'
import type { ShippingPlace } from '#shared/contract/app-data.ts'
import { type CheckoutForm, normalPhone } from '#shared/contract/checkout-form.ts'
import { formatNaira } from '#shared/naira.ts'
import { COUNTRY, findState, NIGERIAN_STATES } from '#shared/nigeria.ts'
import { RetryButton } from '#ui/button.tsx'
import { Select, TextArea, TextInput } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'
import type { Draft } from '#web/state/checkout-draft.ts'

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
  const [phoneLeftWith, setPhoneLeftWith] = useState('')
  const cities = findState(useWatch({ control, name: 'state' }))?.lgas
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
      <Field label="Full Name" required error={errors.fullName?.message} className="sm:col-span-2">
        <TextInput {...register('fullName')} autoComplete="name" />
      </Field>
      <Field label="Email" required error={errors.email?.message} hint="We'll send your receipt here.">
        <TextInput {...register('email')} type="email" inputMode="email" autoComplete="email" />
      </Field>
      <Field
        label="Phone"
        required
        error={errors.phone?.message}
        hint={<PhoneHint control={control} leftWith={phoneLeftWith} />}
      >
        <TextInput
          {...register('phone', { onBlur: ({ target }) => setPhoneLeftWith(target.value) })}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
        />
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
          options={cities?.map((city) => ({ value: city, label: city }))}
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
          options={places.data?.map(({ place, amount }) => ({
            value: place,
            label: `${place} - ${formatNaira(amount)}`,
          }))}
        />
      </Field>
    </form>
  )
}

/** A number that cannot be recognised is questioned once the field was left with it, and accepted. */
function PhoneHint({ control, leftWith }: { control: FormHandle['control']; leftWith: string }) {
  const typed = useWatch({ control, name: 'phone' })
  const isDoubtful = typed === leftWith && typed.trim() !== '' && normalPhone(typed) === undefined
  return (
    <>
      {!isDoubtful && 'The courier will call you first.'}
      <span role="status">{isDoubtful && 'Couriers call this number. Please check it.'}</span>
    </>
  )
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
}: {
  control: Control<Draft, unknown, CheckoutForm>
  name: FieldPath<Draft>
  placeholder: string
  autoComplete?: string
  onChoose?: () => void
  options?: ComponentProps<typeof Select>['options'] | undefined
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
    />
  )
}
