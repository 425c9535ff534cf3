import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { CartItem } from '#shared/cart.ts'
import { cartTotal } from '#shared/cart-total.ts'
import { deliveryZone } from '#shared/delivery.ts'
import { formatNaira } from '#shared/naira.ts'
import { COUNTRY } from '#shared/nigeria.ts'
import { classes } from '#ui/class-name.ts'
import { Icon } from '#ui/icon.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { removeFromCart } from '#web/cart/remove-from-cart.ts'
import { useArrivalWords } from '#web/delivery/arrival.tsx'
import { OverlayWhenOpened } from '#web/item/overlay-when-opened.tsx'
import { useCart } from '#web/state/cart.ts'
import { useOpenOverlay } from '#web/state/overlay.ts'
import type { Delivery } from './cart-conflict.ts'
import { OrderLine } from './order-line.tsx'
import { OverLimit } from './over-limit.tsx'

/** An amount that does not fit next to its label has a row of its own. */
const ROW = 'flex flex-wrap items-center justify-between gap-x-6'

const HEADING_ID = 'order-summary'

const ShippingPolicy = lazyComponent(() => import('./shipping-policy.tsx'), 'ShippingPolicy')

/**
 * What is bought and its total. `address` is as typed so far; `isFixed` while the lines are being submitted for payment.
 */
export function OrderSummary({
  delivery,
  address,
  heldUntil,
  isFixed,
}: {
  delivery: Delivery | undefined
  address: { address: string; city: string; state: string }
  heldUntil: string | null
  isFixed: boolean
}) {
  const items = useCart((cart) => cart.items)
  const heading = useRef<HTMLHeadingElement>(null)

  function removeItem(item: CartItem) {
    heading.current?.focus()
    removeFromCart(item, (undo) => {
      // After the last line there was no summary to have the focus.
      flushSync(undo)
      document.getElementById(HEADING_ID)?.focus()
    })
  }

  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-ink border-b-2 pb-3">
        <h2 ref={heading} id={HEADING_ID} tabIndex={-1} className="display text-d-xs outline-none">
          Order Summary
        </h2>
        {heldUntil && <p className="font-semibold text-good text-sm">{`Held for you until ${heldUntil}`}</p>}
      </div>
      <ul className="ruled border-line border-b">
        {items.map((item) => (
          <OrderLine
            key={`${item.id} ${item.color} ${item.size}`}
            item={item}
            isFixed={isFixed}
            onRemove={() => removeItem(item)}
          />
        ))}
      </ul>
      <OverLimit />
      <dl className="grid gap-y-1 py-5">
        <div className={ROW}>
          <dt>Subtotal</dt>
          <dd className="money ml-auto">{formatNaira(cartTotal(items))}</dd>
        </div>
        <div className={ROW}>
          <dt className="flex items-center">
            Shipping
            <PolicyButton />
          </dt>
          <dd className={delivery ? 'money ml-auto' : 'ml-auto text-ink-mute'}>
            {delivery ? formatNaira(delivery.amount) : 'Select location'}
          </dd>
        </div>
        {delivery && (
          <>
            <div className={classes(ROW, 'text-sm')}>
              <dt className="self-start text-ink-mute">Shipping to</dt>
              <dd className="wrap-anywhere ml-auto max-w-72 grow basis-40 text-right">
                {[address.address, address.city, address.state, COUNTRY]
                  .map((part) => part.trim())
                  .filter(Boolean)
                  .join(', ')}
              </dd>
            </div>
            <Arrives place={delivery} state={address.state} />
          </>
        )}
        <div className={classes(ROW, 'mt-3 border-line border-t pt-4')}>
          <dt className="font-bold text-lg">Total</dt>
          <dd className="ml-auto">
            <output className="amount text-d-xs">{formatNaira(cartTotal(items, delivery?.amount))}</output>
          </dd>
        </div>
      </dl>
    </>
  )
}

/** The arrival day, known once there is a place. */
function Arrives({ place, state }: { place: Delivery; state: string }) {
  const words = useArrivalWords(deliveryZone(place, state))
  return (
    <div className={classes(ROW, 'text-sm')}>
      <dt className="text-ink-mute">Arrives</dt>
      <dd className="ml-auto text-right font-semibold text-good">{words}</dd>
    </div>
  )
}

function PolicyButton() {
  const openOverlay = useOpenOverlay()
  return (
    <>
      <button
        type="button"
        aria-label="Shipping policy"
        aria-haspopup="dialog"
        onClick={() => openOverlay('shipping-policy')}
        className="tap -my-2 grid place-items-center hover:text-accent-text"
      >
        <Icon name="info" />
      </button>
      <OverlayWhenOpened name="shipping-policy">
        {(dialog) => <ShippingPolicy {...dialog} />}
      </OverlayWhenOpened>
    </>
  )
}
