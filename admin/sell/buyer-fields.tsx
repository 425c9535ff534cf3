import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { placesQuery } from '#admin/data/catalogue-query.ts'
import type { CheckoutForm } from '#shared/contract/checkout-form.ts'
import { placeOption, placesFor, placeToChoose } from '#shared/delivery-place.ts'
import { findState, NIGERIAN_STATES } from '#shared/nigeria.ts'
import { Select, TextArea, TextInput } from '#ui/form/control.tsx'
import { Field } from '#ui/form/field.tsx'

export type BuyerForm = UseFormReturn<CheckoutForm>

const optionOf = (name: string) => ({ value: name, label: name })

/** Who buys, and where it goes: what the checkout asks, with the place that fits the address. */
export function BuyerFields({ form }: { form: BuyerForm }) {
  const { api } = useRouter().options.context
  const { data: places = [], error } = useQuery(placesQuery(api))
  const { control, register, formState } = form
  const { errors } = formState
  const [state, city, place] = useWatch({ control, name: ['state', 'city', 'shippingLocation'] })
  const fitPlace = () => {
    const place = placeToChoose(places, form.getValues())
    if (place !== undefined) form.setValue('shippingLocation', place)
  }
  const { fitting } = placesFor(places, { state, city })
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Full name" required error={errors.fullName?.message}>
        <TextInput {...register('fullName')} autoComplete="off" />
      </Field>
      <Field label="Phone" required error={errors.phone?.message}>
        <TextInput {...register('phone')} type="tel" inputMode="tel" autoComplete="off" />
      </Field>
      <Field label="Email" required error={errors.email?.message} hint="The receipt goes there.">
        <TextInput {...register('email')} type="email" inputMode="email" autoComplete="off" />
      </Field>
      <Field label="Address" required error={errors.address?.message} className="sm:col-span-2">
        <TextArea {...register('address')} rows={2} autoComplete="off" />
      </Field>
      <Field label="State" required error={errors.state?.message}>
        <Select
          {...register('state', {
            onChange: () => {
              form.setValue('city', '')
              fitPlace()
            },
          })}
          value={state}
          options={[
            { value: '', label: 'Select a state' },
            ...NIGERIAN_STATES.map((each) => optionOf(each.state)),
          ]}
        />
      </Field>
      <Field label="City" required error={errors.city?.message}>
        <Select
          {...register('city', { onChange: fitPlace })}
          value={city}
          options={[
            { value: '', label: state === '' ? 'Select a state first' : 'Select a city' },
            ...(findState(state)?.lgas ?? []).map(optionOf),
          ]}
        />
      </Field>
      <Field
        label="Delivery"
        required
        error={errors.shippingLocation?.message}
        hint={error?.message}
        className="sm:col-span-2"
      >
        <Select
          {...register('shippingLocation')}
          value={place}
          options={[
            { value: '', label: state === '' ? 'Select a state first' : 'Select a place' },
            ...(state === '' ? [] : fitting).map(placeOption),
          ]}
        />
      </Field>
    </div>
  )
}
