import type { By } from '#server/audit/store.ts'
import type { Device } from '#server/http/device.ts'
import type { ClaimedCart } from '#server/order/quote.ts'
import type { Delivery } from '#server/order/store.ts'

/** What is ordered: normalised, but not validated yet. */
export type Wanted = {
  checkoutId: string
  contentHash: string
  cart: ClaimedCart
  place: string | undefined
  email: string
  delivery: Omit<Delivery, 'shippingPlace'>
}

/** By the shopper's own browser. */
export type ShopperRequest = Wanted & {
  userId: string | null
  /** Keyed hash of the network. */
  startedFrom: string
  device: Device
  /** Whether the caller has done the work that WORK_NEEDED asked for. */
  isWorkDone: boolean
  seller?: undefined
}

/** By a member of staff, for a buyer who gets the link to pay: what bounds shoppers whom nobody knows does not apply. */
export type SaleRequest = Wanted & { userId: null; seller: By }

export type CheckoutRequest = ShopperRequest | SaleRequest
