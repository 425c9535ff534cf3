import type { OrderStatus } from '#shared/contract/order.ts'

/**
 * All allowed transitions of the status of an order. Paid is final; failed and cancelled can still become paid by a
 * late payment whose goods are available. The database enforces the same (migration order-transitions).
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
