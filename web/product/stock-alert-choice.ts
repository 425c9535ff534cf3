import { choiceWords } from '#shared/choice-words.ts'
import type { Choice, StockEntry } from '#shared/purchase.ts'

/** One colour and size of a product that is made and sold out. `key` names it in the history. */
export type SoldOutItem = { key: string; label: string; color: string; size: string }

type Stocked = { stock: readonly StockEntry[] }

export function listSoldOut({ stock }: Stocked): SoldOutItem[] {
  return stock
    .filter((entry) => entry.quantity === 0)
    .map(({ color, size }) => ({
      key: JSON.stringify([color, size]),
      label: choiceWords({ color, size }),
      color,
      size,
    }))
}

/**
 * What to be told of when this is chosen: undefined while something of it can still be had. A colour or size that is not
 * chosen yet stands for any; the first that is sold out is then the one proposed.
 */
export function findSoldOut(product: Stocked, { color, size }: Choice): SoldOutItem | undefined {
  const isMeant = (entry: { color: string; size: string }) =>
    (color === null || entry.color === color) && (size === null || entry.size === size)
  if (product.stock.some((entry) => isMeant(entry) && entry.quantity > 0)) return undefined
  return listSoldOut(product).find(isMeant)
}
