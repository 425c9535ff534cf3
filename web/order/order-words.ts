import { orderNumber } from '#shared/order-number.ts'

/** The name of an order for shoppers: "Order #1A2B3". */
export function orderName(orderId: string): string {
  return `Order #${orderNumber(orderId)}`
}

/** "1 item", "4 items". */
export function itemCount(count: number): string {
  return `${count} ${count === 1 ? 'item' : 'items'}`
}
