import { type Chunk, chunksOf, formsOf, mistakesForgiven, neighbourSwaps } from '../search-words.ts'
import { isTradeWord, mergePhrases, synonymsOf, TRADE_WORDS } from '../trade-word.ts'
import { addAll, type Bits, countBits, hasAny, keepCommon, removeAll, takeNew } from './bits.ts'
import { NearWords } from './near-words.ts'
import { Ranking } from './ranking.ts'
import type { Scratch } from './scratch.ts'
import { PLACES, type Posting, type Vocabulary } from './vocabulary.ts'

/** `meant` are words that a chunk may have been meant to be, for when nothing has it as it was typed. */
type Term = Chunk & { meant: readonly string[] }

/** What was found, and how well it matches. */
export type Found = { set: Bits; ranking: Ranking }

/** Of a tier, what matches in each place, and what matches at all: "t-shirt" also where "t" and "shirt" stand apart. */
type Tier = { placed: readonly Bits[]; anywhere: Bits }

const MEANT_MAX = 8
/** Exact, in other words, begun and mended. */
const TIERS_MAX = 4
/** One more for what matches in no single place. */
const RANKS_PER_TERM = TIERS_MAX * PLACES.length + 1

/** Finds products by what shoppers type. */
export class FindWords {
  readonly #vocabulary: Vocabulary
  readonly #scratch: Scratch
  readonly #nearWords = new NearWords()
  readonly #nearTradeWords = new NearWords()

  constructor(vocabulary: Vocabulary, scratch: Scratch) {
    this.#vocabulary = vocabulary
    this.#scratch = scratch
  }

  /**
   * The products among `live` that match every word. Typing mistakes are forgiven only when nothing matches as typed: who
   * asks for a shirt is not shown skirts. Undefined when nothing was typed that could be a word: that finds nothing.
   */
  find(typed: string, live: Bits): Found | undefined {
    const terms = distinctTerms(typed)
    if (terms.length === 0) return undefined
    const before = this.#scratch.taken
    const asTyped = this.#findTerms(terms, live)
    if (hasAny(asTyped.set)) return asTyped
    const mended = terms.map((term) => ({ ...term, meant: this.#meantBy(term.joined, live) }))
    if (mended.every(({ meant }) => meant.length === 0)) return asTyped
    this.#scratch.freeTo(before)
    return this.#findTerms(mended, live)
  }

  #findTerms(terms: readonly Term[], live: Bits): Found {
    const set = this.#scratch.copy(live)
    const ranking = new Ranking(this.#scratch, terms.length * (RANKS_PER_TERM - 1))
    for (const term of terms) {
      const before = this.#scratch.taken
      const anywhere = this.#scratch.empty()
      const ranked = this.#scratch.empty()
      const ranks: (Bits | undefined)[] = []
      for (const tier of this.#tiersOf(term)) {
        addAll(anywhere, tier.anywhere)
        for (const bits of tier.placed) {
          ranks.push(takeNew(bits, ranked) ? bits : undefined)
        }
      }
      const nowhere = this.#scratch.copy(anywhere)
      removeAll(nowhere, ranked)
      ranking.addRanks([...ranks, nowhere])
      keepCommon(set, anywhere)
      this.#scratch.freeTo(before)
    }
    return { set, ranking }
  }

  /**
   * The exact word before another word for the same thing, before a word that begins so, before a mended one; and within
   * each the name before tags and category before the description.
   */
  #tiersOf({ joined, parts, meant }: Term): Tier[] {
    const synonyms = synonymsOf(joined)
    const mended = meant.flatMap((word) => [...formsOf(word), ...synonymsOf(word)])
    return [
      this.#either(
        this.#anyOf(formsOf(joined)),
        parts.map((part) => this.#anyOf(formsOf(part))),
      ),
      ...(synonyms.length === 0 ? [] : [this.#anyOf(synonyms)]),
      // Only the last part is still being typed: the "t" of "t-shirt" is no beginning of "track".
      this.#either(
        this.#begun(joined),
        parts.map((part, i) => (i === parts.length - 1 ? this.#begun(part) : this.#anyOf([part]))),
      ),
      ...(mended.length === 0 ? [] : [this.#anyOf(mended)]),
    ]
  }

  /** The whole, or all of its parts. */
  #either(whole: Tier, parts: readonly Tier[]): Tier {
    const [first, ...others] = parts
    if (first === undefined) return whole
    for (const other of others) {
      first.placed.forEach((bits, i) => {
        keepCommon(bits, other.placed[i] ?? bits)
      })
      keepCommon(first.anywhere, other.anywhere)
    }
    whole.placed.forEach((bits, i) => {
      addAll(bits, first.placed[i] ?? bits)
    })
    addAll(whole.anywhere, first.anywhere)
    return whole
  }

  #anyOf(words: readonly string[]): Tier {
    return this.#tierOf(words.flatMap((word) => this.#vocabulary.find(word) ?? []))
  }

  #begun(prefix: string): Tier {
    return this.#tierOf(this.#vocabulary.beginning(prefix))
  }

  #tierOf(postings: Iterable<Posting>): Tier {
    const placed = PLACES.map(() => this.#scratch.empty())
    for (const posting of postings) {
      for (const [i, place] of PLACES.entries()) {
        const bits = placed[i]
        if (bits !== undefined) posting[place]?.addTo(bits)
      }
    }
    const anywhere = this.#scratch.empty()
    for (const bits of placed) addAll(anywhere, bits)
    return { placed, anywhere }
  }

  /** The known words nearest to a typed one; of equally near ones those first that more products have. */
  #meantBy(typed: string, live: Bits): string[] {
    const mistakesMax = isTradeWord(typed) ? 0 : mistakesForgiven(typed)
    if (mistakesMax === 0) return []
    const swaps = neighbourSwaps(typed)
    const known = this.#nearWords
      .find(this.#vocabulary.words(), typed, mistakesMax, swaps)
      .map((near) => ({ ...near, products: this.#countProducts(near.word, live) }))
      .filter(({ products }) => products > 0)
    const knownWords = new Set(known.map(({ word }) => word))
    const trade = this.#nearTradeWords
      .find(TRADE_WORDS, typed, mistakesMax, swaps)
      .filter(({ word }) => !knownWords.has(word))
      .map((near) => ({ ...near, products: 0 }))
    return [...known, ...trade]
      .sort((a, b) => a.mistakes - b.mistakes || b.products - a.products || (a.word < b.word ? -1 : 1))
      .slice(0, MEANT_MAX)
      .map(({ word }) => word)
  }

  #countProducts(word: string, live: Bits): number {
    const before = this.#scratch.taken
    const { anywhere } = this.#anyOf([word])
    keepCommon(anywhere, live)
    const count = countBits(anywhere)
    this.#scratch.freeTo(before)
    return count
  }
}

function distinctTerms(typed: string): Term[] {
  const terms = mergePhrases(chunksOf(typed)).map((chunk) => [chunk.joined, { ...chunk, meant: [] }] as const)
  return [...new Map(terms).values()]
}
