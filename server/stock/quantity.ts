export type StockKey = { productId: string; color: string; size: string }
export type StockQuantity = StockKey & { quantity: number }

/** One text per product, colour and size; no two keys share one, whatever characters they hold. */
export function stockKeyText({ productId, color, size }: StockKey): string {
  return JSON.stringify([productId, color, size])
}

/** One entry per product, colour and size: two lines of the same thing are one demand. */
export function sumPerStockItem(lines: readonly StockQuantity[]): StockQuantity[] {
  const sums = new Map<string, StockQuantity>()
  for (const { productId, color, size, quantity } of lines) {
    const key = stockKeyText({ productId, color, size })
    sums.set(key, { productId, color, size, quantity: (sums.get(key)?.quantity ?? 0) + quantity })
  }
  return [...sums.values()]
}
