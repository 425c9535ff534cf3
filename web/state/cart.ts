import {
  addToCart,
  type CartItem,
  type CartKey,
  isSameLine,
  removeLines,
  setCartQuantity,
} from '#shared/cart.ts'
import type { CartChange } from '#shared/cart-change.ts'
import { LINE_QUANTITY_MAX } from '#shared/limits.ts'
import { createStored, hasTexts, listOf } from './stored.ts'

type Stored = {
  items: CartItem[]
  /** Identifies one checkout: sent as Idempotency-Key, so that repeats and edits of one checkout never cost twice. */
  checkoutKey: string
  /** Changes that the shop reported and the shopper has not seen yet. */
  unseen: readonly CartChange[]
  /** When the shop was last asked about these lines, in ms. Shared by all tabs, so that together they ask once. */
  checkedAtMs: number
}

type Lines = Pick<Stored, 'items' | 'unseen'>

type Cart = {
  add: (item: Omit<CartItem, 'quantity'>) => void
  setQuantity: (key: CartKey, quantity: number) => void
  /** One line; without a colour and size, every line of the product. */
  remove: (key: Pick<CartKey, 'id'> & Partial<CartKey>) => void
  /** Puts a removed line back where it was, with its unseen news. */
  restore: (item: CartItem, position: number, news?: readonly CartChange[]) => void
  /** Applies a rule of shared/ that is loaded only where it is needed. */
  revise: (rule: (cart: Lines) => Partial<Lines>) => void
  /**
   * Turns these lines, or those that are in the cart, into a new checkout with its own key. In one step: other tabs follow, and
   * would show an empty cart in between. Changes that the shopper has not seen stay unseen.
   */
  renew: (items?: CartItem[]) => void
  /** Marks the changes as seen. */
  see: () => void
  noteCheck: (atMs: number) => void
  /** Empties the cart; what is added next is a new checkout. */
  clear: () => void
}

export const useCart = createStored<Stored, Cart>({
  name: 'cart',
  parse: ({ items, unseen, checkoutKey, checkedAtMs }) => ({
    ...withNews(listOf(items, isCartItem), listOf(unseen, isCartChange)),
    checkoutKey: typeof checkoutKey === 'string' ? checkoutKey : '',
    checkedAtMs: typeof checkedAtMs === 'number' ? checkedAtMs : 0,
  }),
  actions: (set) => ({
    add: (item) =>
      set((cart) => ({
        items: addToCart(cart.items, item),
        unseen: withoutSoldOut(cart.unseen, item),
        checkoutKey: cart.checkoutKey || randomKey(),
      })),
    setQuantity: (key, quantity) =>
      set((cart) => withNews(setCartQuantity(cart.items, key, quantity), cart.unseen)),
    remove: (key) => set((cart) => withNews(removeLines(cart.items, key), cart.unseen)),
    restore: (item, position, news = []) =>
      set((cart) =>
        cart.items.some((line) => isSameLine(line, item))
          ? cart
          : {
              items: [...cart.items.slice(0, position), item, ...cart.items.slice(position)],
              unseen: [...cart.unseen, ...news],
              checkoutKey: cart.checkoutKey || randomKey(),
            },
      ),
    revise: (rule) =>
      set((cart) => {
        const { items, unseen } = { ...cart, ...rule(cart) }
        return withNews(items, unseen)
      }),
    renew: (lines) =>
      set((cart) => {
        const items = lines ?? cart.items
        return { ...withNews(items, cart.unseen), checkoutKey: items.length === 0 ? '' : randomKey() }
      }),
    see: () => set((cart) => (cart.unseen.length === 0 ? cart : { unseen: [] })),
    noteCheck: (checkedAtMs) => set({ checkedAtMs }),
    clear: () => set({ items: [], checkoutKey: '', unseen: [] }),
  }),
})

/** These lines and the news about them: about a line that left the cart nothing more is said. */
function withNews(items: CartItem[], unseen: readonly CartChange[]): Lines {
  const isInCart = (change: CartChange) => items.some((item) => isSameLine(item, change))
  return { items, unseen: unseen.every(isInCart) ? unseen : unseen.filter(isInCart) }
}

/** The changes without 'sold-out' for a line that the shopper has just added to. */
export function withoutSoldOut(unseen: readonly CartChange[], line: CartKey): readonly CartChange[] {
  return unseen.filter((change) => change.kind !== 'sold-out' || !isSameLine(change, line))
}

function isCartItem(value: unknown): value is CartItem {
  return (
    hasTexts(value, 'id', 'name', 'image', 'color', 'size') &&
    isNumber(value.price, 0, Number.MAX_VALUE) &&
    Number.isInteger(value.quantity) &&
    isNumber(value.quantity, 1, LINE_QUANTITY_MAX) &&
    Number.isInteger(value.qtyAvailable)
  )
}

function isNumber(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && value >= min && value <= max
}

function isCartChange(value: unknown): value is CartChange {
  if (!hasTexts(value, 'id', 'name', 'color', 'size')) return false
  const { kind, from, to, left } = value
  return (
    kind === 'sold-out' ||
    kind === 'gone' ||
    kind === 'back' ||
    (kind === 'price' && typeof from === 'number' && typeof to === 'number') ||
    (kind === 'fewer' && typeof left === 'number')
  )
}

/**
 * 128 random bits. Not `randomUUID`, which browsers offer only to https pages: shops are also tried out on a home network.
 */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
