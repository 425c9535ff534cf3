import { deliveryZone } from '#shared/delivery.ts'
import { Arrives, useArrivalWords } from './arrival.tsx'
import { PlaceSelect, useDelivery } from './place-select.tsx'

/** In the cart: the delivery place and the arrival day, or those of every zone until there is a place. */
export function CartDelivery() {
  const { places, chosen, isAwaited } = useDelivery({ isWanted: true })
  return (
    <>
      <PlaceSelect places={places} chosen={chosen} />
      <p className="mt-1.5 min-h-lh text-xs">
        {chosen && (
          <span className="font-semibold text-good">
            <Arrives zone={deliveryZone(chosen)} />
          </span>
        )}
        {!chosen && !isAwaited && <EveryZone />}
      </p>
    </>
  )
}

function EveryZone() {
  const lagos = useArrivalWords('lagos')
  const nationwide = useArrivalWords('nationwide')
  if (lagos === null || nationwide === null) return null
  return (
    <span className="text-ink-soft">
      <span className="sr-only">Arrives: </span>
      <span className="inline-block">{`Lagos ${lagos} ·`}</span>{' '}
      <span className="inline-block">{`Nationwide ${nationwide}`}</span>
    </span>
  )
}
