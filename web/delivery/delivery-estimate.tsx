import { deliveryZone } from '#shared/delivery.ts'
import { formatNaira } from '#shared/naira.ts'
import { useIsSeen } from '#ui/use-is-seen.ts'
import { Arrives, CutOffNote } from './arrival.tsx'
import { PlaceSelect, useDelivery } from './place-select.tsx'

/**
 * On a product page: what delivery costs and when the product arrives. With or without a place there are two rows, so that
 * nothing moves when the shopper's own place is read. The places are fetched when this scrolls into view.
 */
export function DeliveryEstimate() {
  const [ref, isSeen] = useIsSeen<HTMLElement>()
  const { places, chosen } = useDelivery({ isWanted: isSeen })
  return (
    <section ref={ref} aria-labelledby="delivery" className="grid gap-3 border border-line p-4">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="delivery" className="label text-xs">
          Delivery
        </h2>
        <CutOffNote />
      </div>
      <p className="hidden text-sm noscript:block">
        Lagos within 1 working day after dispatch, the rest of the country in about 2-5 business days.
      </p>
      <div className="grid gap-3 noscript:hidden">
        <PlaceSelect places={places} chosen={chosen} />
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-xs sm:text-sm">
          {chosen ? (
            <>
              <dt>Shipping</dt>
              <dd className="money text-right font-semibold">{formatNaira(chosen.amount)}</dd>
              <dt className="sr-only">{chosen.place}</dt>
              <dd className="col-span-2 font-semibold text-good">
                <Arrives zone={deliveryZone(chosen)} />
              </dd>
            </>
          ) : (
            <>
              <dt>Lagos</dt>
              <dd className="text-right font-semibold">
                <Arrives zone="lagos" />
              </dd>
              <dt>Nationwide</dt>
              <dd className="text-right font-semibold">
                <Arrives zone="nationwide" />
              </dd>
            </>
          )}
        </dl>
      </div>
    </section>
  )
}
