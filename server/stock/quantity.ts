export type StockKey = { productId: string; color: string; size: string }
export type StockQuantity = StockKey & { quantity: number }

/** A unique key per product, colour and size, whatever characters they contain. */
export function stockKeyText({ productId, color, size }: StockKey): string {
  return JSON.stringify([productId, color, size])
}

/** Merges lines of the same product, colour and size into one demand. */
export function sumPerStockItem(lines: readonly StockQuantity[]): StockQuantity[] {
  const sums = new Map<string, StockQuantity>()
  for (const { productId, color, size, quantity } of lines) {
    const key = stockKeyText({ productId, color, size })
    sums.set(key, { productId, color, size, quantity: (sums.get(key)?.quantity ?? 0) + quantity })
  }
  return [...sums.values()]
}
