import SearchableMap from 'minisearch/SearchableMap'
import type { Entry } from './entry.ts'
import { chunksOf, formsOf } from './search-words.ts'

/** Where a word occurs in a product, the most important first. A label is its category or a tag. */
const PLACES: readonly ((entry: Entry) => readonly string[])[] = [
  ({ name }) => [name],
  ({ category, tags }) => [category, ...tags],
  // "sky blue" is also found as "skyblue".
  ({ colors }) => colors.map((color) => color.replace(/\s+/g, '-')),
  ({ description }) => [description],
]
export const PLACE_BITS = 2
export const PLACE_MASK = 0b11

/** The products that have a word: the number of the first place where each one has it, below its slot. */
export type Posting = number[]
const posted = (slot: number, place: number) => (slot << PLACE_BITS) | place

/** Every word of every product. */
export class Words {
  readonly #postings = new Map<string, Posting>()
  /** The same, for words by their beginning and words nearly spelt like one; looking up a known word takes longer in it. */
  readonly #byLetters = new SearchableMap<Posting>()
  readonly #forms = new Map<string, readonly string[]>()

  put(slot: number, entry: Entry): void {
    for (const [word, place] of this.#wordsOf(entry)) this.#make(word).push(posted(slot, place))
  }

  /** `entry` is as it was put. */
  remove(slot: number, entry: Entry): void {
    for (const [word, place] of this.#wordsOf(entry)) {
      const posting = this.#make(word)
      posting.splice(posting.indexOf(posted(slot, place)), 1)
      if (posting.length > 0) continue
      this.#postings.delete(word)
      this.#byLetters.delete(word)
    }
  }

  find(word: string): Posting | undefined {
    return this.#postings.get(word)
  }

  beginningWith(start: string): Posting[] {
    return [...this.#byLetters.atPrefix(start).values()]
  }

  /** The words from which a typed one differs by so many letters at most, that many inserted, deleted or replaced. */
  near(typed: string, letters: number): { word: string; distance: number; products: number }[] {
    return [...this.#byLetters.fuzzyGet(typed, letters)].map(([word, [posting, distance]]) => ({
      word,
      distance,
      products: posting.length,
    }))
  }

  #make(word: string): Posting {
    const known = this.#postings.get(word)
    if (known !== undefined) return known
    const posting: Posting = []
    this.#postings.set(word, posting)
    this.#byLetters.set(word, posting)
    return posting
  }

  /** A product's words with the first place of each. */
  #wordsOf(entry: Entry): Map<string, number> {
    const words = new Map<string, number>()
    for (const [place, textsOf] of PLACES.entries()) {
      for (const { joined, parts } of textsOf(entry).flatMap(chunksOf)) {
        for (const word of [joined, ...parts].flatMap((run) => this.#formsOf(run))) {
          if (!words.has(word)) words.set(word, place)
        }
      }
    }
    return words
  }

  /** Remembered: texts repeat the same few words. */
  #formsOf(run: string): readonly string[] {
    const known = this.#forms.get(run)
    if (known !== undefined) return known
    const forms = formsOf(run)
    this.#forms.set(run, forms)
    return forms
  }
}
