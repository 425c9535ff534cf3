import { orderNumber } from '#shared/order-number.ts'

/** The name of an order for shoppers: "Order #1A2B3". */
export function orderName(orderId: string): string {
  return `Order #${orderNumber(orderId)}`
}
