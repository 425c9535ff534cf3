import { chunksOf, formsOf } from '../search-words.ts'
import type { IndexedProduct } from './indexed-product.ts'
import { OrdinalSet } from './ordinal-set.ts'

/** Where a word stands in a product, the heaviest first: the name, then tags and category, then the description. */
export const PLACES = ['name', 'label', 'description'] as const
export type Place = (typeof PLACES)[number]

/** The products that have a word, by where it stands. */
export type Posting = Partial<Record<Place, OrdinalSet>>

/** So many different runs of letters are remembered with their words; texts are made of the same ones again and again. */
const REMEMBERED_RUNS = 50_000

/** Every word of every product. A product's words are added once and stay: who asks leaves out what is gone. */
export class Vocabulary {
  readonly #postings = new Map<string, Posting>()
  /** By code point, with what is new at the end until somebody asks. */
  #sorted: string[] = []
  #unsorted: string[] = []
  readonly #wordsOfRun = new Map<string, readonly string[]>()

  add(ordinal: number, { name, category, tags, description }: IndexedProduct): void {
    this.#addText(ordinal, name, 'name')
    for (const text of [category, ...tags]) this.#addText(ordinal, text, 'label')
    this.#addText(ordinal, description, 'description')
  }

  find(word: string): Posting | undefined {
    return this.#postings.get(word)
  }

  /** The words that begin so, as postings. */
  beginning(prefix: string): Posting[] {
    const words = this.words()
    const begun: Posting[] = []
    for (let i = firstFrom(words, prefix); words[i]?.startsWith(prefix); i++) {
      const posting = this.#postings.get(words[i] ?? '')
      if (posting) begun.push(posting)
    }
    return begun
  }

  /** In the order of code units. */
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
