import { LINE_QUANTITY_MAX } from './limits.ts'

/** One line of the shopper's cart, as stored in the browser. `price` is in naira, with any discount taken off. */
export type CartItem = {
  id: string
  name: string
  price: number
  image: string
  color: string
  size: string
  quantity: number
  /** What is left of this colour and size, as last reported by the server. */
  qtyAvailable: number
  /** No longer sold; `qtyAvailable` is then 0. */
  isGone?: true
}

export type CartKey = Pick<CartItem, 'id' | 'color' | 'size'>

export function isSameLine(a: CartKey, b: CartKey): boolean {
  return a.id === b.id && a.color === b.color && a.size === b.size
}

/** A sold-out line stays in the cart for the shopper to see, but is not bought. */
export function isSoldOut(item: Pick<CartItem, 'qtyAvailable'>): boolean {
  return item.qtyAvailable <= 0
}

export function buyableLines(items: readonly CartItem[]): CartItem[] {
  return items.filter((line) => !isSoldOut(line))
}

/** The most that can be bought of a line, at least 1. */
export function mostOf(item: Pick<CartItem, 'qtyAvailable'>): number {
  return Math.max(1, Math.min(item.qtyAvailable, LINE_QUANTITY_MAX))
}

/**
 * Adds 1 to the line of the same product, colour and size (never more than is left); anything else becomes a new line.
 */
export function addToCart(items: readonly CartItem[], item: Omit<CartItem, 'quantity'>): CartItem[] {
  const existing = items.find((line) => isSameLine(line, item))
  if (!existing) return [...items, { ...item, quantity: 1 }]
  return items.map((line) =>
    line === existing ? { ...item, quantity: Math.min(line.quantity + 1, mostOf(item)) } : line,
  )
}

/** Clamps to a minimum of 0; 0 removes the line. */
export function setCartQuantity(items: readonly CartItem[], key: CartKey, quantity: number): CartItem[] {
  const clamped = Math.max(0, Math.trunc(quantity))
  if (clamped === 0) return items.filter((line) => !isSameLine(line, key))
  return items.map((line) => (isSameLine(line, key) ? { ...line, quantity: clamped } : line))
}

/** Removes one line; without a colour and size, every line of the product. */
export function removeLines(
  items: readonly CartItem[],
  { id, color, size }: Pick<CartKey, 'id'> & Partial<CartKey>,
): CartItem[] {
  return items.filter(
    (line) => !isSameLine(line, { id, color: color ?? line.color, size: size ?? line.size }),
  )
}

export function cartQuantity(items: readonly CartItem[]): number {
  return items.reduce((sum, line) => sum + line.quantity, 0)
}
