import SearchableMap from 'minisearch/SearchableMap'
import type { Entry } from './entry.ts'
import { chunksOf, formsOf } from './search-words.ts'

/** Where a word occurs in a product, the most important first. A label is its category or a tag. */
export const PLACES: readonly ((entry: Entry) => readonly string[])[] = [
  ({ name }) => [name],
  ({ category, tags }) => [category, ...tags],
  // "sky blue" is also found as "skyblue".
  ({ colors }) => colors.map((color) => color.replace(/\s+/g, '-')),
  ({ description }) => [description],
]

/** Products by slot, each with how well it matches; 0 is best. Of a single word: the number of the first place where each has it. */
export type Ranks = Map<number, number>

/** Every word of every product. */
export class Words {
  readonly #byLetters = new SearchableMap<Ranks>()

  put(slot: number, entry: Entry): void {
    for (const [word, place] of wordsOf(entry)) {
      this.#byLetters.fetch(word, () => new Map()).set(slot, place)
    }
  }

  /** `entry` is as it was put. */
  remove(slot: number, entry: Entry): void {
    for (const word of wordsOf(entry).keys()) {
      const ranks = this.#byLetters.get(word)
      ranks?.delete(slot)
      if (ranks?.size === 0) this.#byLetters.delete(word)
    }
  }

  find(word: string): Ranks | undefined {
    return this.#byLetters.get(word)
  }

  beginningWith(start: string): Ranks[] {
    return [...this.#byLetters.atPrefix(start).values()]
  }

  /** The words from which a typed one differs by so many letters at most, that many inserted, deleted or replaced. */
  near(typed: string, letters: number): { word: string; distance: number; products: number }[] {
    const near = [...this.#byLetters.fuzzyGet(typed, letters)]
    return near.map(([word, [ranks, distance]]) => ({ word, distance, products: ranks.size }))
  }
}

/** A product's words with the first place of each. */
function wordsOf(entry: Entry): Map<string, number> {
  const words = new Map<string, number>()
  for (const [place, textsOf] of PLACES.entries()) {
    for (const { joined, parts } of textsOf(entry).flatMap(chunksOf)) {
      for (const word of [joined, ...parts].flatMap(formsOf)) {
        if (!words.has(word)) words.set(word, place)
      }
    }
  }
  return words
}
