import { type Chunk, chunksOf, formsOf, mistakesForgiven, withoutFillers } from '../search-words.ts'
import { isTradeWord, MENDED_TO, mergePhrases, synonymsBegunBy, synonymsOf } from '../trade-word.ts'
import { addAll, type Bits, countCommon, hasAny, keepCommon, takeNew } from './bits.ts'
import { type NearWord, NearWords } from './near-words.ts'
import { Ranking } from './ranking.ts'
import type { Scratch } from './scratch.ts'
import { PLACES, type Place, type Posting, type Vocabulary } from './vocabulary.ts'

/** `meant` are words that a chunk may have been meant to be, for when nothing matches as typed. */
type Term = Chunk & { meant: readonly string[] }

/** The matches, and how well each one matches. */
export type Found = { set: Bits; ranking: Ranking }

/**
 * What matches a tier: any of the words in `whole`, or a word of each of `parts` together, "t-shirt" also where "t" and "shirt"
 * are in different places.
 */
type Tier = { whole: readonly Posting[]; parts: readonly (readonly Posting[])[] }

const MEANT_MAX = 8
/** Fewer letters begin too many words. */
const BEGUN_MIN_CHARS = 3
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
    const terms = this.#termsOf(typed)
    if (terms.length === 0) return undefined
    const before = this.#scratch.taken
    const asTyped = this.#findTerms(terms, live)
    if (hasAny(asTyped.set)) return asTyped
    const mended = terms.map((term) => ({ ...term, meant: this.#meantBy(term.joined, live) }))
    if (mended.every(({ meant }) => meant.length === 0)) return asTyped
    this.#scratch.freeTo(before)
    return this.#findTerms(mended, live)
  }

  #termsOf(typed: string): Term[] {
    const chunks = mergePhrases(chunksOf(typed), (word) => this.#known(formsOf(word)).length > 0)
    const terms = withoutFillers(chunks).map((chunk) => [chunk.joined, { ...chunk, meant: [] }] as const)
    return [...new Map(terms).values()]
  }

  #findTerms(terms: readonly Term[], live: Bits): Found {
    const set = this.#scratch.copy(live)
    const ranking = new Ranking(this.#scratch, terms.length * (RANKS_PER_TERM - 1))
    for (const term of terms) {
      const before = this.#scratch.taken
      const { anywhere, ranks } = this.#rank(term)
      ranking.addRanks(ranks)
      keepCommon(set, anywhere)
      this.#scratch.freeTo(before)
      if (!hasAny(set)) break
    }
    return { set, ranking }
  }

  /** What matches a term, the best first, and all of it. Most places of most tiers match nothing: undefined costs nothing. */
  #rank(term: Term): { anywhere: Bits; ranks: (Bits | undefined)[] } {
    const anywhere = this.#scratch.empty()
    const ranks: (Bits | undefined)[] = []
    const tiers = this.#tiersOf(term)
    for (const tier of tiers) {
      for (const place of PLACES) {
        const found = this.#foundAt(place, tier)
        ranks.push(found !== undefined && takeNew(found, anywhere) ? found : undefined)
      }
    }
    if (term.parts.length > 0) ranks.push(this.#inDifferentPlaces(tiers, anywhere))
    return { anywhere, ranks }
  }

  /** A new set of what matches a tier in this place; undefined if that is certainly none. */
  #foundAt(place: Place, { whole, parts }: Tier): Bits | undefined {
    const bits = this.#anyAt(place, whole)
    if (parts.length === 0) return bits
    const together = this.#each(parts, (postings) => this.#anyAt(place, postings))
    if (bits !== undefined && together !== undefined) addAll(bits, together)
    return bits ?? together
  }

  /** What has the parts of a tier in different places only; added to `anywhere`. */
  #inDifferentPlaces(tiers: readonly Tier[], anywhere: Bits): Bits {
    const apart = this.#scratch.empty()
    for (const { parts } of tiers) {
      const common = this.#each(parts, (postings) => this.#anyOf(postings))
      if (common !== undefined) addAll(apart, common)
    }
    takeNew(apart, anywhere)
    return apart
  }

  /**
   * The exact word before its synonyms, before prefixes, before corrected words; within each, by where it occurs.
   */
  #tiersOf({ joined, parts, meant }: Term): Tier[] {
    const synonyms = synonymsOf(joined)
    const mended = meant.flatMap((word) => [...formsOf(word), ...synonymsOf(word)])
    const exact = {
      whole: this.#known(formsOf(joined)),
      parts: parts.map((part) => this.#known(formsOf(part))),
    }
    const begun = {
      whole: this.#begunBy(joined, exact.whole.length + synonyms.length > 0),
      // Only the last part may be incomplete: the "t" of "t-shirt" is not a prefix of "track".
      parts: parts.map((part, i) =>
        i === parts.length - 1 ? this.#vocabulary.beginning(part) : this.#known([part]),
      ),
    }
    const tiers: Tier[] = [exact]
    if (synonyms.length > 0) tiers.push({ whole: this.#known(synonyms), parts: [] })
    tiers.push(begun)
    if (mended.length > 0) tiers.push({ whole: this.#known(mended), parts: [] })
    return tiers
  }

  /**
   * The words with this beginning. If the shop has none, it may still be that of another word for something: "tsh" of "tshirt",
   * in a shop of tees.
   */
  #begunBy(start: string, isWhole: boolean): Posting[] {
    const beginning = this.#vocabulary.beginning(start)
    if (beginning.length > 0 || isWhole || start.length < BEGUN_MIN_CHARS) return beginning
    return this.#known(synonymsBegunBy(start))
  }

  #known(words: readonly string[]): Posting[] {
    const postings: Posting[] = []
    for (const word of words) {
      const posting = this.#vocabulary.find(word)
      if (posting !== undefined) postings.push(posting)
    }
    return postings
  }

  /** A new set of what has any of these in this place; undefined if that is certainly none. */
  #anyAt(place: Place, postings: readonly Posting[]): Bits | undefined {
    let bits: Bits | undefined
    for (const posting of postings) {
      const having = posting[place]
      if (having === undefined) continue
      bits ??= this.#scratch.empty()
      having.addTo(bits)
    }
    return bits
  }

  #anyOf(postings: readonly Posting[]): Bits {
    const bits = this.#scratch.empty()
    for (const posting of postings) for (const place of PLACES) posting[place]?.addTo(bits)
    return bits
  }

  /** A new set of what all parts have in common; undefined without parts, or if one of them has none. */
  #each(
    [first, ...others]: readonly (readonly Posting[])[],
    setOf: (postings: readonly Posting[]) => Bits | undefined,
  ): Bits | undefined {
    const common = first && setOf(first)
    if (common === undefined) return undefined
    for (const other of others) {
      const set = setOf(other)
      if (set === undefined) return undefined
      keepCommon(common, set)
    }
    return common
  }

  /** The known words nearest to an unknown one; ties go to the word that more products have. */
  #meantBy(typed: string, live: Bits): string[] {
    const mistakesMax = mistakesForgiven(typed)
    if (mistakesMax === 0 || isTradeWord(typed)) return []
    if (formsOf(typed).some((form) => this.#countProducts(form, live) > 0)) return []
    const known = this.#nearWords
      .find(this.#vocabulary.words(), typed, mistakesMax)
      .map((near) => ({ ...near, products: this.#countProducts(near.word, live) }))
      .filter(({ products }) => products > 0)
    const knownWords = new Set(known.map(({ word }) => word))
    const trade = this.#tradeWordsNear(typed)
      .filter(({ word }) => !knownWords.has(word))
      .map((near) => ({ ...near, products: 0 }))
    return [...known, ...trade]
      .sort((a, b) => a.mistakes - b.mistakes || b.products - a.products || (a.word < b.word ? -1 : 1))
      .slice(0, MEANT_MAX)
      .map(({ word }) => word)
  }

  /** Words of the trade are listed in the singular: the "s" of "slipers" is not one more mistake. */
  #tradeWordsNear(typed: string): NearWord[] {
    const forms = formsOf(typed)
    const near = forms.flatMap((form) => this.#nearTradeWords.find(MENDED_TO, form, mistakesForgiven(form)))
    const fewestLast = near.sort((a, b) => b.mistakes - a.mistakes)
    return [...new Map(fewestLast.map((each) => [each.word, each])).values()]
  }

  #countProducts(word: string, live: Bits): number {
    const before = this.#scratch.taken
    const count = countCommon(this.#anyOf(this.#known([word])), live)
    this.#scratch.freeTo(before)
    return count
  }
}
