import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { isRecord, stored } from './stored.ts'

export type WishlistItem = { id: string; name: string; price: number; image: string; qtyAvailable: number }

type Stored = { items: WishlistItem[] }
type Wishlist = Stored & {
  /** Ignored if the product is already there. */
  add: (item: WishlistItem) => void
  remove: (id: string) => void
  /** Puts a removed product back where it was. */
  restore: (item: WishlistItem, position: number) => void
  /** Updates every product of the list. */
  update: (now: (item: WishlistItem) => WishlistItem) => void
  clear: () => void
}

export const useWishlist = create<Wishlist>()(
  persist(
    (set) => ({
      items: [],
      add: (item) =>
        set((list) =>
          list.items.some((other) => other.id === item.id) ? list : { items: [...list.items, item] },
        ),
      remove: (id) => set((list) => ({ items: list.items.filter((item) => item.id !== id) })),
      restore: (item, position) =>
        set((list) =>
          list.items.some((other) => other.id === item.id)
            ? list
            : { items: list.items.toSpliced(position, 0, item) },
        ),
      update: (now) => set((list) => ({ items: list.items.map(now) })),
      clear: () => set({ items: [] }),
    }),
    stored<Wishlist, Stored>({
      name: 'wishlist',
      partialize: ({ items }) => ({ items }),
      parse: (value) => ({
        items: isRecord(value) && Array.isArray(value.items) ? value.items.filter(isWishlistItem) : [],
      }),
    }),
  ),
)

function isWishlistItem(value: unknown): value is WishlistItem {
  return (
    isRecord(value) &&
    ['id', 'name', 'image'].every((field) => typeof value[field] === 'string') &&
    typeof value.price === 'number' &&
    Number.isInteger(value.qtyAvailable)
  )
}
