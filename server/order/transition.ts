import type { OrderStatus } from '#shared/contract/order.ts'

/**
 * Every move of an order's status that exists. Paid is left by nobody; failed and cancelled can still become paid by
 * a late payment whose goods are there. The database refuses any other move too (migration order-transitions).
 */
const ORDER_TRANSITIONS: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['paid', 'failed', 'cancelled'],
  failed: ['paid'],
  cancelled: ['paid'],
  paid: [],
}

export function canBecome(from: OrderStatus, to: OrderStatus): boolean {
  return ORDER_TRANSITIONS[from].includes(to)
}
