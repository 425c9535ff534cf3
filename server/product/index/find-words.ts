import { type Chunk, chunksOf, formsOf, mistakesForgiven, neighbourSwaps } from '../search-words.ts'
import { isTradeWord, mergePhrases, synonymsOf, TRADE_WORDS } from '../trade-word.ts'
import { addAll, type Bits, countCommon, hasAny, keepCommon, removeAll, takeNew } from './bits.ts'
import { NearWords } from './near-words.ts'
import { Ranking } from './ranking.ts'
import type { Scratch } from './scratch.ts'
import { PLACES, type Posting, type Vocabulary } from './vocabulary.ts'

/** `meant` are words that a chunk may have been meant to be, for when nothing matches as typed. */
type Term = Chunk & { meant: readonly string[] }

/** The matches, and how well each one matches. */
export type Found = { set: Bits; ranking: Ranking }

/**
 * What matches a tier in each place, and anywhere: "t-shirt" also where "t" and "shirt" are in different places. Most
 * places of most tiers match nothing: undefined costs nothing.
 */
type Tier = { placed: readonly (Bits | undefined)[]; anywhere: Bits | undefined }

const MEANT_MAX = 8
/** Exact, synonym, prefix and corrected. */
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
   * The products among `live` that match every word. Typos are tolerated only when nothing matches as typed: a search for
   * a shirt must not show skirts. Undefined if nothing typed can be a word, which finds nothing.
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
        if (tier.anywhere) addAll(anywhere, tier.anywhere)
        for (const bits of tier.placed) {
          ranks.push(bits && takeNew(bits, ranked) ? bits : undefined)
        }
      }
      if (term.parts.length > 0) {
        const nowhere = this.#scratch.copy(anywhere)
        removeAll(nowhere, ranked)
        ranks.push(nowhere)
      }
      ranking.addRanks(ranks)
      keepCommon(set, anywhere)
      this.#scratch.freeTo(before)
      if (!hasAny(set)) break
    }
    return { set, ranking }
  }

  /**
   * The exact word before its synonyms, before prefixes, before corrected words; within each, by where it occurs.
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
      // Only the last part may be incomplete: the "t" of "t-shirt" is not a prefix of "track".
      this.#either(
        this.#begun(joined),
        parts.map((part, i) => (i === parts.length - 1 ? this.#begun(part) : this.#anyOf([part]))),
      ),
      ...(mended.length === 0 ? [] : [this.#anyOf(mended)]),
    ]
  }

  /** What matches the whole, or all of its parts. */
  #either(whole: Tier, parts: readonly Tier[]): Tier {
    if (parts.length === 0) return whole
    const common = (sets: readonly (Bits | undefined)[]) => this.#common(sets)
    return {
      placed: whole.placed.map((bits, i) =>
        this.#union([bits, common(parts.map(({ placed }) => placed[i]))]),
      ),
      anywhere: this.#union([whole.anywhere, common(parts.map(({ anywhere }) => anywhere))]),
    }
  }

  #anyOf(words: readonly string[]): Tier {
    return this.#tierOf(words.flatMap((word) => this.#vocabulary.find(word) ?? []))
  }

  #begun(prefix: string): Tier {
    return this.#tierOf(this.#vocabulary.beginning(prefix))
  }

  #tierOf(postings: readonly Posting[]): Tier {
    const placed = PLACES.map((place) => {
      let bits: Bits | undefined
      for (const posting of postings) {
        const having = posting[place]
        if (having === undefined) continue
        bits ??= this.#scratch.empty()
        having.addTo(bits)
      }
      return bits
    })
    return { placed, anywhere: this.#union(placed) }
  }

  /** A new set; undefined if all of these are. */
  #union(sets: readonly (Bits | undefined)[]): Bits | undefined {
    const [first, ...others] = sets.filter((set) => set !== undefined)
    if (first === undefined) return undefined
    const union = this.#scratch.copy(first)
    for (const other of others) addAll(union, other)
    return union
  }

  /** A new set; undefined if one of these is. */
  #common([first, ...others]: readonly (Bits | undefined)[]): Bits | undefined {
    if (first === undefined) return undefined
    const common = this.#scratch.copy(first)
    for (const other of others) {
      if (other === undefined) return undefined
      keepCommon(common, other)
    }
    return common
  }

  /** The known words nearest to a typed one; ties go to the word that more products have. */
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
    const count = anywhere === undefined ? 0 : countCommon(anywhere, live)
    this.#scratch.freeTo(before)
    return count
  }
}

function distinctTerms(typed: string): Term[] {
  const terms = mergePhrases(chunksOf(typed)).map((chunk) => [chunk.joined, { ...chunk, meant: [] }] as const)
  return [...new Map(terms).values()]
}
