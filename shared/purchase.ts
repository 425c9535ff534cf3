import type { StockEntry } from './contract/product.ts'
import { LOW_STOCK_MAX } from './limits.ts'

export type Choosable = {
  variants: readonly string[]
  sizes: readonly string[]
  qtyAvailable: number
  stock: readonly StockEntry[]
}
/** null = not chosen yet; '' = the product has no such choice. */
export type Choice = { color: string | null; size: string | null }

/** A product without colours or sizes skips that step; a single choice is preselected. */
export function initialChoice(product: Pick<Choosable, 'variants' | 'sizes'>): Choice {
  return { color: onlyChoice(product.variants), size: onlyChoice(product.sizes) }
}

function onlyChoice(values: readonly string[]): string | null {
  if (values.length === 0) return ''
  return values.length === 1 ? (values[0] ?? null) : null
}

/** What is left of a colour and size; 0 for a pair that the product does not come in. */
export function quantityOf(product: Pick<Choosable, 'stock'>, color: string, size: string): number {
  return product.stock.find((entry) => entry.color === color && entry.size === size)?.quantity ?? 0
}

/** 'not-made': the product does not come in this size and colour. 'sold-out': it does, but none is left. */
export function sizeState(
  product: Choosable,
  color: string | null,
  size: string,
): 'available' | 'sold-out' | 'not-made' {
  const entries = product.stock.filter(
    (entry) => entry.size === size && (color === null || entry.color === color),
  )
  if (entries.length === 0) return 'not-made'
  return entries.some((entry) => entry.quantity > 0) ? 'available' : 'sold-out'
}

type AddLabel = 'OUT OF STOCK' | 'SELECT COLOR' | 'SELECT SIZE' | 'ADD TO CART'

export function addLabel(product: Choosable, choice: Choice): AddLabel {
  if (product.qtyAvailable === 0) return 'OUT OF STOCK'
  if (choice.color === null) return 'SELECT COLOR'
  if (choice.size === null) return 'SELECT SIZE'
  return quantityOf(product, choice.color, choice.size) === 0 ? 'OUT OF STOCK' : 'ADD TO CART'
}

/** What must be chosen before the product can be bought: colour, then size. */
export function missingChoice(product: Choosable, choice: Choice): 'color' | 'size' | null {
  const label = addLabel(product, choice)
  return label === 'SELECT COLOR' ? 'color' : label === 'SELECT SIZE' ? 'size' : null
}

/** "In Stock" above the threshold, else "Only {n} left". */
export function stockNote(quantity: number): string {
  if (quantity <= 0) return 'Out of Stock'
  return quantity > LOW_STOCK_MAX ? 'In Stock' : `Only ${quantity} left`
}
