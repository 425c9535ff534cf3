import { LINE_QUANTITY_MAX } from './limits.ts'

/** One line of the shopper's cart, as kept in the browser. `price` is naira, discounted when a discount applied. */
export type CartItem = {
  id: string
  name: string
  price: number
  image: string
  color: string
  size: string
  quantity: number
  /** What is left of this colour and size, as last heard from the server. */
  qtyAvailable: number
  /** The shop does not sell it any more; `qtyAvailable` is then 0. */
  isGone?: true
}

export type CartKey = Pick<CartItem, 'id' | 'color' | 'size'>

export function isSameLine(a: CartKey, b: CartKey): boolean {
  return a.id === b.id && a.color === b.color && a.size === b.size
}

/** A sold-out line stays in the cart for the shopper to see, and is no part of what is bought. */
export function isSoldOut(item: Pick<CartItem, 'qtyAvailable'>): boolean {
  return item.qtyAvailable <= 0
}

export function buyableLines(items: readonly CartItem[]): CartItem[] {
  return items.filter((line) => !isSoldOut(line))
}

/** As many as can be bought of a line, at least 1. */
export function mostOf(item: Pick<CartItem, 'qtyAvailable'>): number {
  return Math.max(1, Math.min(item.qtyAvailable, LINE_QUANTITY_MAX))
}

/** The same product, colour and size raises the quantity by 1 (never above what is left); anything else is a new line. */
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

export function removeLine(items: readonly CartItem[], key: CartKey): CartItem[] {
  return items.filter((line) => !isSameLine(line, key))
}

/**
 * Puts another colour and size of the same product in a line's place. Where the cart has a line of that already, the two
 * become one, which stands where the existing line stood and never holds more than is left.
 */
export function changeChoice(
  items: readonly CartItem[],
  key: CartKey,
  choice: Pick<CartItem, 'color' | 'size' | 'qtyAvailable' | 'price'>,
): CartItem[] {
  const from = items.find((line) => isSameLine(line, key))
  const into = { ...key, color: choice.color, size: choice.size }
  if (from === undefined || isSameLine(key, into)) return [...items]
  const existing = items.find((line) => isSameLine(line, into))
  const wanted = from.quantity + (existing?.quantity ?? 0)
  const { isGone: _, ...rest } = from
  const line = { ...rest, ...choice, quantity: Math.min(wanted, mostOf(choice)) }
  return existing === undefined
    ? items.map((other) => (other === from ? line : other))
    : items.filter((other) => other !== from).map((other) => (other === existing ? line : other))
}

/** Removal by id takes every line of that product. */
export function removeProduct(items: readonly CartItem[], id: string): CartItem[] {
  return items.filter((line) => line.id !== id)
}

export function cartQuantity(items: readonly CartItem[]): number {
  return items.reduce((sum, line) => sum + line.quantity, 0)
}

/** Sum in naira of what can be bought, added in kobo so that no binary fraction creeps in. */
export function cartTotal(items: readonly CartItem[], shippingNaira = 0): number {
  const kobo = buyableLines(items).reduce(
    (sum, line) => sum + Math.round(line.price * 100) * line.quantity,
    0,
  )
  return (kobo + Math.round(shippingNaira * 100)) / 100
}
