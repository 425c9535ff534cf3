import { useRef } from 'react'
import type { CartItem } from '#shared/cart.ts'
import { cartTotal } from '#shared/cart-total.ts'
import { deliveryZone } from '#shared/delivery.ts'
import { formatNaira } from '#shared/naira.ts'
import { COUNTRY } from '#shared/nigeria.ts'
import { useCart } from '#web/state/cart.ts'
import { lazyPart } from '#web/state/lazy-part.ts'
import { useOverlay } from '#web/state/overlay.ts'
import { takeOut } from '#web/state/take-out.ts'
import { useArrivalWords } from '#web/state/use-arrival.ts'
import { Icon } from '#web/ui/icon.tsx'
import { LazyOverlay } from '#web/ui/lazy-overlay.tsx'
import { toast } from '#web/ui/toast-store.ts'
import type { Delivery } from './cart-conflict.ts'
import { OrderLine } from './order-line.tsx'
import { OverLimit } from './over-limit.tsx'

const ShippingPolicy = lazyPart(() => import('./shipping-policy.tsx'), 'ShippingPolicy')

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
  const { items, setQuantity } = useCart()
  const heading = useRef<HTMLHeadingElement>(null)

  function removeItem(item: CartItem) {
    const undo = takeOut(item)
    heading.current?.focus()
    toast({
      title: 'Item Removed',
      description: 'Item has been removed from your cart.',
      action: { label: 'Undo', onSelect: undo },
    })
  }

  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-ink border-b-2 pb-3">
        <h2 ref={heading} tabIndex={-1} className="display text-d-xs outline-none">
          Order Summary
        </h2>
        {heldUntil && <p className="font-semibold text-good text-sm">Held for you until {heldUntil}</p>}
      </div>
      <ul className="ruled border-line border-b">
        {items.map((item) => (
          <OrderLine
            key={`${item.id} ${item.color} ${item.size}`}
            item={item}
            isFixed={isFixed}
            onQuantity={(quantity) => setQuantity(item, quantity)}
            onRemove={() => removeItem(item)}
          />
        ))}
      </ul>
      <OverLimit />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-y-1 py-5">
        <dt>Subtotal</dt>
        <dd className="tabular text-right">{formatNaira(cartTotal(items))}</dd>
        <dt className="flex items-center">
          Shipping
          <PolicyButton />
        </dt>
        <dd className={delivery ? 'tabular text-right' : 'text-right text-ink-mute'}>
          {delivery ? formatNaira(delivery.amount) : 'Select location'}
        </dd>
        {delivery && (
          <>
            <dt className="self-start text-ink-mute text-sm">Shipping to</dt>
            <dd className="wrap-anywhere ml-auto max-w-72 pl-6 text-right text-sm">
              {[address.address, address.city, address.state, COUNTRY]
                .map((part) => part.trim())
                .filter(Boolean)
                .join(', ')}
            </dd>
            <Arrives place={delivery.place} state={address.state} />
          </>
        )}
        <dt className="mt-3 self-stretch border-line border-t pt-4 font-bold text-lg">Total</dt>
        <dd className="mt-3 self-stretch border-line border-t pt-4 text-right">
          <output className="amount text-d-xs">{formatNaira(cartTotal(items, delivery?.amount))}</output>
        </dd>
      </dl>
    </>
  )
}

/** The arrival day, known once there is a place. */
function Arrives({ place, state }: { place: string; state: string }) {
  const words = useArrivalWords(deliveryZone(place, state))
  return (
    <>
      <dt className="text-ink-mute text-sm">Arrives</dt>
      <dd className="ml-auto pl-6 text-right font-semibold text-good text-sm">{words}</dd>
    </>
  )
}

function PolicyButton() {
  const overlay = useOverlay()
  const isOpen = overlay.current === 'shipping-policy'
  return (
    <>
      <button
        type="button"
        aria-label="Shipping policy"
        aria-haspopup="dialog"
        onClick={() => void overlay.open('shipping-policy')}
        className="tap -my-2 grid place-items-center hover:text-accent-text"
      >
        <Icon name="info" />
      </button>
      <LazyOverlay isOpen={isOpen} onClose={overlay.close}>
        <ShippingPolicy isOpen={isOpen} onClose={overlay.close} />
      </LazyOverlay>
    </>
  )
}
