import type { Order } from '#shared/contract/order.ts'
import { putInCart } from '#web/cart/put-in-cart.ts'
import { readDraft, useCheckoutDraft } from '#web/state/checkout-draft.ts'
import { useDeliveryPlace } from '#web/state/delivery-place.ts'
import { useSession } from '#web/state/session.ts'
import type { ShownOrder } from './order-parts.tsx'

/** Puts an order's goods into the cart as they were sold: checked with the shop then, the cart tells what has changed since. */
export function putOrderInCart({ items }: Pick<Order, 'items'>): void {
  putInCart(
    items.map(({ productId, name, price, image, color, size, quantity }) => ({
      id: productId,
      ...{ name, price, image, color, size, quantity },
      qtyAvailable: quantity,
    })),
  )
}

/** Fills the checkout's form with the address and the place of an order; without an address, what was typed there stays. */
export function fillCheckout({ shippingInfo, shippingLocation }: ShownOrder): void {
  const { user } = useSession.getState()
  const { country: _, ...address } = { ...shippingInfo }
  useCheckoutDraft.getState().save({ ...readDraft(user), ...address, shippingLocation }, user)
  useDeliveryPlace.getState().choose(shippingLocation)
}
