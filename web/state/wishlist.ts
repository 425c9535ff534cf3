import { createStored, hasTexts, listOf } from './stored.ts'

export type WishlistItem = {
  id: string
  name: string
  price: number
  image: string
  qtyAvailable: number
  /** The colour that `image` shows, if one was chosen. */
  color?: string
  /** No longer sold; `qtyAvailable` is then 0. */
  isGone?: true
}

type Wishlist = {
  /** Ignored if the product is already there. */
  add: (item: WishlistItem) => void
  remove: (id: string) => void
  /** Puts a removed product back where it was. */
  restore: (item: WishlistItem, position: number) => void
  /** Updates every product of the list. */
  update: (now: (item: WishlistItem) => WishlistItem) => void
  clear: () => void
}

export const useWishlist = createStored<{ items: WishlistItem[] }, Wishlist>({
  name: 'wishlist',
  parse: ({ items }) => ({ items: listOf(items, isWishlistItem) }),
  actions: (set) => ({
    add: (item) =>
      set((list) =>
        list.items.some((other) => other.id === item.id) ? list : { items: [...list.items, item] },
      ),
    remove: (id) => set((list) => ({ items: list.items.filter((item) => item.id !== id) })),
    restore: (item, position) =>
      set((list) =>
        list.items.some((other) => other.id === item.id)
          ? list
          : { items: [...list.items.slice(0, position), item, ...list.items.slice(position)] },
      ),
    update: (now) => set((list) => ({ items: list.items.map(now) })),
    clear: () => set({ items: [] }),
  }),
})

function isWishlistItem(value: unknown): value is WishlistItem {
  return (
    hasTexts(value, 'id', 'name', 'image') &&
    typeof value.price === 'number' &&
    Number.isInteger(value.qtyAvailable) &&
    (value.color === undefined || typeof value.color === 'string')
  )
}
