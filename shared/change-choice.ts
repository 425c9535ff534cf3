import { type CartItem, type CartKey, isSameLine, mostOf } from './cart.ts'
import type { ColorAndSize } from './choice-words.ts'
import type { StockEntry } from './contract/product.ts'

/**
 * The colours and sizes to offer for a line. Its own comes first, as sold out, if the product no longer comes in it: a list
 * without it would seem to have another one chosen.
 */
export function listChoices(
  { stock }: { stock: readonly StockEntry[] },
  { color, size }: ColorAndSize,
): readonly StockEntry[] {
  const isListed = stock.some((entry) => entry.color === color && entry.size === size)
  return isListed ? stock : [{ color, size, quantity: 0 }, ...stock]
}

/**
 * Changes a line to another colour and size of the same product. If the cart already has a line of that choice, the two
 * become one at the place of the existing line, with no more than is available. `choice` may count fewer than the existing
 * line: the product's own count leaves out what this checkout holds, the line's includes it.
 */
export function changeChoice(
  items: readonly CartItem[],
  key: CartKey,
  choice: Pick<CartItem, 'color' | 'size' | 'qtyAvailable' | 'price' | 'image'>,
): CartItem[] {
  const from = items.find((line) => isSameLine(line, key))
  const into = { ...key, color: choice.color, size: choice.size }
  if (from === undefined || isSameLine(key, into)) return [...items]
  const existing = items.find((line) => isSameLine(line, into))
  const wanted = from.quantity + (existing?.quantity ?? 0)
  const { isGone: _, ...rest } = from
  const qtyAvailable = Math.max(choice.qtyAvailable, existing?.qtyAvailable ?? 0)
  const line = { ...rest, ...choice, qtyAvailable, quantity: Math.min(wanted, mostOf({ qtyAvailable })) }
  return existing === undefined
    ? items.map((other) => (other === from ? line : other))
    : items.filter((other) => other !== from).map((other) => (other === existing ? line : other))
}
