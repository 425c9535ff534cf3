import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { shippingPlacesQuery } from '#web/data/query.ts'
import { useDeliveryPlace } from '#web/state/delivery-place.ts'

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
