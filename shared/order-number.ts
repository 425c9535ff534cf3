const DIGITS = 5

/** The order number that shoppers see: the last 5 characters of the order's id in upper case. */
export function orderNumber(orderId: string): string {
  return orderId.slice(-DIGITS).toUpperCase()
}
