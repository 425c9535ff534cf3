import type { Device } from '#server/http/device.ts'
import type { ClaimedCart } from '#server/order/quote.ts'
import type { Delivery } from '#server/order/store.ts'

/** A checkout request: normalised, but not validated yet. */
export type CheckoutRequest = {
  checkoutId: string
  contentHash: string
  cart: ClaimedCart
  place: string | undefined
  email: string
  delivery: Omit<Delivery, 'shippingPlace'>
  userId: string | null
  /** Keyed hash of the network. */
  startedFrom: string
  device: Device
  /** Whether the caller has done the work that WORK_NEEDED asked for. */
  isWorkDone: boolean
}
