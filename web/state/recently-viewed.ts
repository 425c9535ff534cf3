import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { isRecord, stored } from './stored.ts'

/** One more is stored than shown, since the product on the current page is left out. */
export const RECENTLY_VIEWED_SHOWN = 8
const KEPT = RECENTLY_VIEWED_SHOWN + 1

type Stored = { ids: readonly string[] }
type RecentlyViewed = Stored & {
  /** Moves a product to the front. */
  view: (id: string) => void
  /** Of the `asked` ids, only the `found` ones stay: the others are no longer sold. */
  retain: (requested: readonly string[], found: readonly string[]) => void
}

/** Products viewed in this browser, the most recent one first. */
export const useRecentlyViewed = create<RecentlyViewed>()(
  persist(
    (set) => ({
      ids: [],
      view: (id) =>
        set((list) =>
          list.ids[0] === id
            ? list
            : { ids: [id, ...list.ids.filter((other) => other !== id)].slice(0, KEPT) },
        ),
      retain: (requested, found) =>
        set((list) => {
          const ids = list.ids.filter((id) => found.includes(id) || !requested.includes(id))
          return ids.length === list.ids.length ? list : { ids }
        }),
    }),
    stored<RecentlyViewed, Stored>({
      name: 'recently-viewed',
      partialize: ({ ids }) => ({ ids }),
      parse: (value) => ({
        ids:
          isRecord(value) && Array.isArray(value.ids)
            ? value.ids.filter((id) => typeof id === 'string').slice(0, KEPT)
            : [],
      }),
    }),
  ),
)
