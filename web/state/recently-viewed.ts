import { createStored, listOf } from './stored.ts'

/** One more is stored than shown, since the product on the current page is left out. */
export const RECENTLY_VIEWED_SHOWN = 8
const STORED = RECENTLY_VIEWED_SHOWN + 1

type RecentlyViewed = {
  /** Moves a product to the front. */
  view: (id: string) => void
  /** Of the `requested` ids, only the `found` ones stay: the others are no longer sold. */
  retain: (requested: readonly string[], found: readonly string[]) => void
}

/** Products viewed in this browser, the most recent one first. */
export const useRecentlyViewed = createStored<{ ids: readonly string[] }, RecentlyViewed>({
  name: 'recently-viewed',
  parse: ({ ids }) => ({ ids: listOf(ids, (id) => typeof id === 'string').slice(0, STORED) }),
  actions: (set) => ({
    view: (id) =>
      set((list) =>
        list.ids[0] === id
          ? list
          : { ids: [id, ...list.ids.filter((other) => other !== id)].slice(0, STORED) },
      ),
    retain: (requested, found) =>
      set((list) => {
        const ids = list.ids.filter((id) => found.includes(id) || !requested.includes(id))
        return ids.length === list.ids.length ? list : { ids }
      }),
  }),
})
