const DIGITS = 5

/** What a shopper calls an order: the last 5 characters of its id in upper case. */
export function orderNumber(orderId: string): string {
  return orderId.slice(-DIGITS).toUpperCase()
}
