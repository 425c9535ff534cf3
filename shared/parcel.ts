export const PARCEL_STATES = ['packed', 'sent', 'delivered', 'returned'] as const
export type ParcelState = (typeof PARCEL_STATES)[number]

/** From which states a parcel can come into each. What came back, and is sent again, is packed into a new one. */
export const PARCEL_FROM: Record<Exclude<ParcelState, 'packed'>, readonly ParcelState[]> = {
  sent: ['packed'],
  delivered: ['sent'],
  returned: ['sent', 'delivered'],
}

/** What is to be done with a paid order next, or where it is. */
export const ORDER_STAGES = ['to-pack', 'to-send', 'sent', 'delivered', 'returned'] as const
export type OrderStage = (typeof ORDER_STAGES)[number]

/**
 * By the states of an order's parcels, the one that is behind first; `isAllPacked` once nothing is left to be put into one. Null for
 * an order that never has any: all of it was refunded before, or it was sent when the shop knew no parcels.
 */
export function orderStage(isAllPacked: boolean, states: readonly ParcelState[]): OrderStage | null {
  if (isAllPacked && states.length === 0) return null
  if (!isAllPacked) return 'to-pack'
  if (states.includes('packed')) return 'to-send'
  if (states.includes('sent')) return 'sent'
  return states.includes('delivered') ? 'delivered' : 'returned'
}
