import type { UseQueryResult } from '@tanstack/react-query'
import type { ShippingPlace } from '#shared/contract/app-data.ts'
import { formatNaira } from '#shared/naira.ts'
import { Select } from '#ui/form/control.tsx'
import { useDeliveryPlace } from '#web/state/delivery-place.ts'

const placeOption = ({ place, amount }: ShippingPlace) => ({
  value: place,
  label: `${place} - ${formatNaira(amount)}`,
})

/** The delivery places with their prices. A choice made here also applies in the cart and at checkout. */
export function PlaceSelect({
  places,
  chosen,
}: {
  places: UseQueryResult<ShippingPlace[]>
  chosen: ShippingPlace | undefined
}) {
  const choose = useDeliveryPlace((delivery) => delivery.choose)
  return (
    <Select
      aria-label="Deliver to"
      value={chosen?.place ?? ''}
      onChange={({ target }) => choose(target.value === '' ? null : target.value)}
      onFocus={() => {
        if (places.isError) void places.refetch()
      }}
      options={[
        {
          value: '',
          label: places.isError ? 'Failed to load shipping locations' : 'Choose where we deliver',
        },
        ...(places.data ?? []).map(placeOption),
      ]}
    />
  )
}
