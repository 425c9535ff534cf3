import { deliveryZone } from '#shared/delivery.ts'
import { useDelivery } from '#web/data/use-delivery.ts'
import { Arrives } from './arrival.tsx'
import { PlaceSelect } from './place-select.tsx'

/** In the cart: the delivery place and the arrival day. */
export function CartDelivery() {
  const { places, chosen } = useDelivery({ isWanted: true })
  return (
    <>
      <PlaceSelect places={places} chosen={chosen} />
      {chosen && (
        <p className="mt-1.5 font-semibold text-good text-xs">
          <Arrives zone={deliveryZone(chosen.place)} />
        </p>
      )}
    </>
  )
}
