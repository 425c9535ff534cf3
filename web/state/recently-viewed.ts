import { createStored, listOf } from './stored.ts'

/** One more is stored than shown, since the product on the current page is left out. */
export const RECENTLY_VIEWED_SHOWN = 8
const STORED = RECENTLY_VIEWED_SHOWN + 1

const SEARCHES_STORED = 5

type RecentlyViewed = {
  /** Moves what was searched for to the front. */
  search: (words: string) => void
  /** Moves a product to the front. */
  view: (id: string) => void
  /** Of the `requested` ids, only the `found` ones stay: the others are no longer sold. */
  retain: (requested: readonly string[], found: readonly string[]) => void
}

const isText = (value: unknown) => typeof value === 'string'

/** Products viewed and words searched for in this browser, the most recent ones first. */
export const useRecentlyViewed = createStored<
  { ids: readonly string[]; searches: readonly string[] },
  RecentlyViewed
>({
  name: 'recently-viewed',
  parse: ({ ids, searches }) => ({
    ids: listOf(ids, isText).slice(0, STORED),
    searches: listOf(searches, isText).slice(0, SEARCHES_STORED),
  }),
  actions: (set) => ({
    search: (words) =>
      set(({ searches }) => ({
        searches: [words, ...searches.filter((other) => other !== words)].slice(0, SEARCHES_STORED),
      })),
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
