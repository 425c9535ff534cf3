import SearchableMap from 'minisearch/SearchableMap'
import {
  type Chunk,
  chunksOf,
  formsOf,
  isNeighbourSwap,
  mistakesForgiven,
  withoutFillers,
} from './search-words.ts'
import { SlotSet } from './slot-set.ts'
import { isTradeWord, MENDED_TO, mergePhrases, synonymsBegunBy, synonymsOf } from './trade-word.ts'
import { PLACE_BITS, PLACE_MASK, type Posting, type Words } from './words.ts'

/** What a search found, and how well each product matches, by slot: 0 is best. */
export type Found = { slots: SlotSet; ranks: Uint16Array }

/** `meant`: the words that it may have been meant to be, where nothing matches as typed. */
type Term = Chunk & { meant: readonly string[] }

/** The words that match a term equally well: any of `whole`, or one of each of `parts`. */
type Tier = { whole: readonly Posting[]; parts: readonly (readonly Posting[])[] }

const MEANT_MAX = 8
/** Fewer letters begin too many words. */
const BEGUN_MIN_CHARS = 3
/** Swapped neighbours are one mistake, and two letters replaced. */
const LETTERS_MAX = 2
const NO_MATCH = 255

const tradeWords = new SearchableMap<true>()
for (const word of MENDED_TO) tradeWords.set(word, true)

/**
 * The products that match every word, among slots below `slotCount`. Typing mistakes are forgiven only where nothing matches as typed:
 * a search for a shirt must not show skirts. Undefined if nothing matches.
 */
export function search(words: Words, typed: string, slotCount: number): Found | undefined {
  const isKnown = (word: string) => formsOf(word).some((form) => words.find(form) !== undefined)
  const chunks = withoutFillers(mergePhrases(chunksOf(typed), isKnown))
  const terms = [...new Map(chunks.map((chunk) => [chunk.joined, { ...chunk, meant: [] }])).values()]
  if (terms.length === 0) return undefined
  const asTyped = matchAll(words, terms, slotCount)
  if (asTyped !== undefined) return asTyped
  const mended = terms.map((term) => ({
    ...term,
    meant: isKnown(term.joined) ? [] : meantBy(words, term.joined),
  }))
  if (mended.every(({ meant }) => meant.length === 0)) return undefined
  return matchAll(words, mended, slotCount)
}

function matchAll(words: Words, terms: readonly Term[], slotCount: number): Found | undefined {
  const ranks = new Uint16Array(slotCount)
  const isMissing = new Uint8Array(slotCount)
  for (const term of terms) {
    const best = rankTerm(words, term, slotCount)
    for (let slot = 0; slot < slotCount; slot++) {
      const rank = best[slot] ?? NO_MATCH
      if (rank === NO_MATCH) isMissing[slot] = 1
      else ranks[slot] = (ranks[slot] ?? 0) + rank
    }
  }
  const slots = new SlotSet()
  let isAny = false
  for (let slot = 0; slot < slotCount; slot++) {
    if (isMissing[slot] === 1) continue
    slots.add(slot)
    isAny = true
  }
  return isAny ? { slots, ranks } : undefined
}

/** How well each product matches a term: by the tier, and within it by the place of the word. */
function rankTerm(words: Words, term: Term, slotCount: number): Uint8Array {
  const ranks = new Uint8Array(slotCount).fill(NO_MATCH)
  for (const [tier, { whole, parts }] of tiersOf(words, term).entries()) {
    const bestRank = tier << PLACE_BITS
    raise(ranks, whole, bestRank)
    if (parts.length > 0) raiseWhereAll(ranks, parts, bestRank)
  }
  return ranks
}

function raise(ranks: Uint8Array, postings: readonly Posting[], bestRank: number): void {
  for (const posting of postings) {
    for (const each of posting) {
      const slot = each >>> PLACE_BITS
      const rank = bestRank + (each & PLACE_MASK)
      if (rank < (ranks[slot] ?? 0)) ranks[slot] = rank
    }
  }
}

/** The same for the parts of a word, "t" and "shirt": by the less important of their places. */
function raiseWhereAll(ranks: Uint8Array, parts: Tier['parts'], bestRank: number): void {
  const all = new Uint8Array(ranks.length)
  for (const postings of parts) {
    const one = new Uint8Array(ranks.length).fill(NO_MATCH)
    raise(one, postings, bestRank)
    for (let slot = 0; slot < all.length; slot++) all[slot] = Math.max(all[slot] ?? 0, one[slot] ?? 0)
  }
  for (let slot = 0; slot < all.length; slot++) ranks[slot] = Math.min(ranks[slot] ?? 0, all[slot] ?? 0)
}

/** The exact word before its synonyms, before words that it begins, before those that it may have been meant to be. */
function tiersOf(words: Words, { joined, parts, meant }: Term): Tier[] {
  const known = (some: readonly string[]) =>
    some.map((word) => words.find(word)).filter((posting) => posting !== undefined)
  const synonyms = synonymsOf(joined)
  const mended = meant.flatMap((word) => [...formsOf(word), ...synonymsOf(word)])
  const exact = { whole: known(formsOf(joined)), parts: parts.map((part) => known(formsOf(part))) }
  const isWord = exact.whole.length + synonyms.length > 0
  const begun = {
    whole: begunBy(words, joined, isWord),
    // Only the last part may be incomplete: the "t" of "t-shirt" does not begin "track".
    parts: parts.map((part, i) => (i === parts.length - 1 ? words.beginningWith(part) : known([part]))),
  }
  const tiers: Tier[] = [exact]
  if (synonyms.length > 0) tiers.push({ whole: known(synonyms), parts: [] })
  tiers.push(begun)
  if (mended.length > 0) tiers.push({ whole: known(mended), parts: [] })
  return tiers

  /** Where the shop has no word with this beginning, another word for something may have it: "tsh" begins "tshirt", in a shop of tees. */
  function begunBy(words: Words, start: string, isWord: boolean): Posting[] {
    const begun = words.beginningWith(start)
    if (begun.length > 0 || isWord || start.length < BEGUN_MIN_CHARS) return begun
    return known(synonymsBegunBy(start))
  }
}

/** The words nearest to an unknown one, of the shop and of the trade; of equally near ones, those that more products have. */
function meantBy(words: Words, typed: string): string[] {
  if (isTradeWord(typed)) return []
  const ofShop = words
    .near(typed, LETTERS_MAX)
    .map((near) => ({ ...near, mistakes: mistakesIn(typed, near) }))
    .filter(({ mistakes }) => mistakes <= mistakesForgiven(typed))
  const isOfShop = new Set(ofShop.map(({ word }) => word))
  const near = [...ofShop, ...tradeWordsNear(typed).filter(({ word }) => !isOfShop.has(word))]
  return near
    .sort((a, b) => a.mistakes - b.mistakes || b.products - a.products || (a.word < b.word ? -1 : 1))
    .slice(0, MEANT_MAX)
    .map(({ word }) => word)
}

const mistakesIn = (typed: string, { word, distance }: { word: string; distance: number }) =>
  distance > 1 && isNeighbourSwap(word, typed) ? 1 : distance

/** Words of the trade are listed in the singular: the "s" of "slipers" is not one more mistake. */
function tradeWordsNear(typed: string): { word: string; mistakes: number; products: number }[] {
  const fewest = new Map<string, number>()
  for (const form of formsOf(typed)) {
    for (const [word, [, distance]] of tradeWords.fuzzyGet(form, LETTERS_MAX)) {
      const mistakes = mistakesIn(form, { word, distance })
      if (mistakes <= mistakesForgiven(form))
        fewest.set(word, Math.min(mistakes, fewest.get(word) ?? mistakes))
    }
  }
  return [...fewest].map(([word, mistakes]) => ({ word, mistakes, products: 0 }))
}
