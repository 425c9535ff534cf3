import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import {
  addToCart,
  type CartItem,
  type CartKey,
  isSameLine,
  removeLine,
  removeProduct,
  setCartQuantity,
} from '#shared/cart.ts'
import type { CartChange } from '#shared/cart-change.ts'
import { isRecord, stored } from './stored.ts'

type Kept = {
  items: CartItem[]
  /** One wish to buy: sent as Idempotency-Key, so that repeats and edits of one checkout never cost twice. */
  checkoutKey: string
  /** What the shop found different from the cart and the shopper has not seen yet. */
  unseen: readonly CartChange[]
  /** When the shop was last asked about these lines, in ms. Every tab reads it, so that they ask once between them. */
  checkedAtMs: number
}

type Lines = Pick<Kept, 'items' | 'unseen'>

type Cart = Kept & {
  add: (item: Omit<CartItem, 'quantity'>) => void
  setQuantity: (key: CartKey, quantity: number) => void
  remove: (key: CartKey) => void
  removeProduct: (id: string) => void
  /** Puts a removed line back where it was. */
  restore: (item: CartItem, position: number) => void
  /** Applies a rule of shared/ that is loaded only where it is needed. */
  revise: (rule: (cart: Lines) => Partial<Lines>) => void
  /** The shopper has seen the news. */
  see: () => void
  noteCheck: (atMs: number) => void
  /** Empties the cart; what is put in next is another wish to buy. */
  clear: () => void
}

export const useCart = create<Cart>()(
  persist(
    (set) => ({
      items: [],
      checkoutKey: '',
      unseen: [],
      checkedAtMs: 0,
      add: (item) =>
        set((cart) => ({
          items: addToCart(cart.items, item),
          checkoutKey: cart.checkoutKey || randomKey(),
        })),
      setQuantity: (key, quantity) => set((cart) => ({ items: setCartQuantity(cart.items, key, quantity) })),
      remove: (key) => set((cart) => ({ items: removeLine(cart.items, key) })),
      removeProduct: (id) => set((cart) => ({ items: removeProduct(cart.items, id) })),
      restore: (item, position) =>
        set((cart) =>
          cart.items.some((line) => isSameLine(line, item))
            ? cart
            : {
                items: cart.items.toSpliced(position, 0, item),
                checkoutKey: cart.checkoutKey || randomKey(),
              },
        ),
      revise: (rule) => set(rule),
      see: () => set((cart) => (cart.unseen.length === 0 ? cart : { unseen: [] })),
      noteCheck: (checkedAtMs) => set({ checkedAtMs }),
      clear: () => set({ items: [], checkoutKey: '', unseen: [] }),
    }),
    stored<Cart, Kept>({
      name: 'cart',
      keep: ({ items, checkoutKey, unseen, checkedAtMs }) => ({ items, checkoutKey, unseen, checkedAtMs }),
      parse: (value) => ({
        items: isRecord(value) && Array.isArray(value.items) ? value.items.filter(isCartItem) : [],
        checkoutKey: isRecord(value) && typeof value.checkoutKey === 'string' ? value.checkoutKey : '',
        unseen: isRecord(value) && Array.isArray(value.unseen) ? value.unseen.filter(isCartChange) : [],
        checkedAtMs: isRecord(value) && typeof value.checkedAtMs === 'number' ? value.checkedAtMs : 0,
      }),
    }),
  ),
)

function isCartItem(value: unknown): value is CartItem {
  return (
    isRecord(value) &&
    ['id', 'name', 'image', 'color', 'size'].every((field) => typeof value[field] === 'string') &&
    typeof value.price === 'number' &&
    Number.isFinite(value.price) &&
    Number.isInteger(value.quantity) &&
    (value.quantity as number) > 0 &&
    Number.isInteger(value.qtyAvailable)
  )
}

function isCartChange(value: unknown): value is CartChange {
  if (!isRecord(value)) return false
  const { kind, from, to, left } = value
  return (
    ['id', 'name', 'color', 'size'].every((field) => typeof value[field] === 'string') &&
    (kind === 'sold-out' ||
      kind === 'gone' ||
      kind === 'back' ||
      (kind === 'price' && typeof from === 'number' && typeof to === 'number') ||
      (kind === 'fewer' && typeof left === 'number'))
  )
}

/** 128 random bits. Not `randomUUID`, which browsers give to https pages alone: a shop is tried out on a home network too. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
