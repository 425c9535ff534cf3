import { choiceTitle } from '#shared/choice-words.ts'
import type { StockEntry } from '#shared/contract/product.ts'
import type { Choice } from '#shared/purchase.ts'

/** A colour and size of a product that is made but sold out. `key` names it in the history. */
export type SoldOutItem = { key: string; label: string; color: string; size: string }

type Stocked = { stock: readonly StockEntry[] }

export function listSoldOut({ stock }: Stocked): SoldOutItem[] {
  return stock
    .filter((entry) => entry.quantity === 0)
    .map(({ color, size }) => ({
      key: JSON.stringify([color, size]),
      label: choiceTitle({ color, size }),
      color,
      size,
    }))
}

/**
 * What the shopper can be alerted about with this choice: undefined while something of it is available. A colour or size
 * that is not chosen yet stands for any; the first sold-out one is then proposed.
 */
export function findSoldOut(product: Stocked, { color, size }: Choice): SoldOutItem | undefined {
  const isMeant = (entry: { color: string; size: string }) =>
    (color === null || entry.color === color) && (size === null || entry.size === size)
  if (product.stock.some((entry) => isMeant(entry) && entry.quantity > 0)) return undefined
  return listSoldOut(product).find(isMeant)
}
