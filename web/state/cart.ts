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
import { isRecord, stored } from './stored.ts'

type Kept = {
  items: CartItem[]
  /** One wish to buy: sent as Idempotency-Key, so that repeats and edits of one checkout never cost twice. */
  checkoutKey: string
}

type Cart = Kept & {
  add: (item: Omit<CartItem, 'quantity'>) => void
  setQuantity: (key: CartKey, quantity: number) => void
  remove: (key: CartKey) => void
  removeProduct: (id: string) => void
  /** Puts a removed line back where it was. */
  restore: (item: CartItem, position: number) => void
  /** Brings lines up to date with what the server says; the shopper is told by whoever calls. */
  replace: (items: CartItem[]) => void
  /** Empties the cart; what is put in next is another wish to buy. */
  clear: () => void
}

export const useCart = create<Cart>()(
  persist(
    (set) => ({
      items: [],
      checkoutKey: '',
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
      replace: (items) => set({ items }),
      clear: () => set({ items: [], checkoutKey: '' }),
    }),
    stored<Cart, Kept>({
      name: 'cart',
      keep: ({ items, checkoutKey }) => ({ items, checkoutKey }),
      parse: (value) => ({
        items: isRecord(value) && Array.isArray(value.items) ? value.items.filter(isCartItem) : [],
        checkoutKey: isRecord(value) && typeof value.checkoutKey === 'string' ? value.checkoutKey : '',
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

/** 128 random bits. Not `randomUUID`, which browsers give to https pages alone: a shop is tried out on a home network too. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
