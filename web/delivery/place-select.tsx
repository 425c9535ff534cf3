import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ShippingPlace } from '#shared/contract/app-data.ts'
import { placeOption } from '#shared/delivery-place.ts'
import { Select } from '#ui/form/control.tsx'
import { shippingPlacesQuery } from '#web/data/query.ts'
import { useDeliveryPlace } from '#web/state/delivery-place.ts'

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

/**
 * The shop's delivery places, fetched once `isWanted`, and the shopper's own among them with its current price. While that
 * is being looked up, `isAwaited`.
 */
export function useDelivery({ isWanted }: { isWanted: boolean }) {
  const { api } = useRouter().options.context
  const places = useQuery({ ...shippingPlacesQuery(api), enabled: isWanted })
  const name = useDeliveryPlace((delivery) => delivery.place)
  return {
    places,
    chosen: places.data?.find(({ place }) => place === name),
    isAwaited: name !== null && places.isLoading,
  }
}
