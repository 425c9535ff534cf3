export const ORDER_NUMBER_CHARS = 5

/** The order number that shoppers see: the last 5 characters of the order's id in upper case. */
export function orderNumber(orderId: string): string {
  return orderId.slice(-ORDER_NUMBER_CHARS).toUpperCase()
}
