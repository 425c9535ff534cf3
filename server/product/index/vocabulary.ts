import { chunksOf, formsOf } from '../search-words.ts'
import type { IndexedProduct } from './indexed-product.ts'
import { OrdinalSet } from './ordinal-set.ts'

/** Where a word occurs in a product, most important first. A label is its category or a tag. */
export const PLACES = ['name', 'label', 'color', 'description'] as const
export type Place = (typeof PLACES)[number]

/** The products that contain a word, by where it occurs. */
export type Posting = Partial<Record<Place, OrdinalSet>>

/** Word forms are memoised for this many distinct runs of letters; texts repeat the same ones. */
const REMEMBERED_RUNS = 50_000

/** Every word of every product. A product's words are added once and stay: callers leave out removed products. */
export class Vocabulary {
  readonly #postings = new Map<string, Posting>()
  /** Sorted by code unit; new words wait in `#unsorted` until the words are read. */
  #sorted: string[] = []
  #unsorted: string[] = []
  readonly #wordsOfRun = new Map<string, readonly string[]>()

  add(ordinal: number, { name, category, tags, colors, description }: IndexedProduct): void {
    this.#addText(ordinal, name, 'name')
    for (const text of [category, ...tags]) this.#addText(ordinal, text, 'label')
    for (const color of colors) this.#addText(ordinal, asOneWord(color), 'color')
    this.#addText(ordinal, description, 'description')
  }

  find(word: string): Posting | undefined {
    return this.#postings.get(word)
  }

  /** The postings of the words with this prefix. */
  beginning(prefix: string): Posting[] {
    const words = this.words()
    const begun: Posting[] = []
    for (let i = firstFrom(words, prefix); words[i]?.startsWith(prefix); i++) {
      const posting = this.#postings.get(words[i] ?? '')
      if (posting) begun.push(posting)
    }
    return begun
  }

  /** Sorted by code unit. */
  words(): readonly string[] {
    if (this.#unsorted.length > 0) {
      this.#sorted = merged(this.#sorted, this.#unsorted.sort(byUnit))
      this.#unsorted = []
    }
    return this.#sorted
  }

  bytes(): number {
    let sum = 0
    for (const posting of this.#postings.values()) {
      for (const place of PLACES) sum += posting[place]?.bytes() ?? 0
    }
    return sum
  }

  #addText(ordinal: number, text: string, place: Place): void {
    for (const { joined, parts } of chunksOf(text)) {
      for (const run of [joined, ...parts]) {
        for (const word of this.#formsOf(run)) this.#postingOf(word, place).add(ordinal)
      }
    }
  }

  #formsOf(run: string): readonly string[] {
    const known = this.#wordsOfRun.get(run)
    if (known) return known
    const forms = formsOf(run)
    if (this.#wordsOfRun.size < REMEMBERED_RUNS) this.#wordsOfRun.set(run, forms)
    return forms
  }

  #postingOf(word: string, place: Place): OrdinalSet {
    let posting = this.#postings.get(word)
    if (posting === undefined) {
      posting = {}
      this.#postings.set(word, posting)
      this.#unsorted.push(word)
    }
    posting[place] ??= new OrdinalSet()
    return posting[place]
  }
}

/** "sky blue" is also found as "skyblue". */
const asOneWord = (color: string) => color.replace(/\s+/g, '-')

const byUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function firstFrom(words: readonly string[], prefix: string): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((words[middle] ?? '') < prefix) low = middle + 1
    else high = middle
  }
  return low
}

function merged(left: readonly string[], right: readonly string[]): string[] {
  const all: string[] = []
  let i = 0
  for (const word of right) {
    for (; i < left.length && (left[i] ?? '') < word; i++) all.push(left[i] ?? '')
    all.push(word)
  }
  for (; i < left.length; i++) all.push(left[i] ?? '')
  return all
}
