import SearchableMap from 'minisearch/SearchableMap'
import {
  type Chunk,
  chunksOf,
  formsOf,
  isNeighbourSwap,
  mistakesForgiven,
  withoutFillers,
} from './search-words.ts'
import { isTradeWord, MENDED_TO, mergePhrases, synonymsBegunBy, synonymsOf } from './trade-word.ts'
import { PLACES, type Ranks, type Words } from './words.ts'

/** `meant`: the words that it may have been meant to be, where nothing matches as typed. */
type Term = Chunk & { meant: readonly string[] }

/** The words that match a term equally well: any of `whole`, or one of each of `parts`. */
type Tier = { whole: readonly Ranks[]; parts: readonly (readonly Ranks[])[] }

const MEANT_MAX = 8
/** Fewer letters begin too many words. */
const BEGUN_MIN_CHARS = 3
/** Swapped neighbours are one mistake, and two letters replaced. */
const LETTERS_MAX = 2

const tradeWords = new SearchableMap<true>()
for (const word of MENDED_TO) tradeWords.set(word, true)

/** The products that match every word. Typing mistakes are forgiven only where nothing matches as typed: a search for a shirt must not show skirts. */
export function search(words: Words, typed: string): Ranks {
  const found = searchAll(words, typed)
  const sides = typed.split(/\s+(?:and|or)\s+|\s*[&,+]\s*/i).filter((side) => side.trim() !== '')
  // "Shirts and shorts": nothing is both.
  return found.size > 0 || sides.length < 2 ? found : best(sides.map((side) => searchAll(words, side)))
}

function searchAll(words: Words, typed: string): Ranks {
  const isKnown = (word: string) => formsOf(word).some((form) => words.find(form) !== undefined)
  const chunks = withoutFillers(mergePhrases(chunksOf(typed), isKnown))
  const terms = [...new Map(chunks.map((chunk) => [chunk.joined, { ...chunk, meant: [] }])).values()]
  const asTyped = matchAll(words, terms)
  if (asTyped.size > 0) return asTyped
  const mended = terms.map((term) => ({
    ...term,
    meant: isKnown(term.joined) ? [] : meantBy(words, term.joined),
  }))
  return mended.some(({ meant }) => meant.length > 0) ? matchAll(words, mended) : asTyped
}

function matchAll(words: Words, terms: readonly Term[]): Ranks {
  const ranks = terms.map((term) => rankTerm(words, term))
  return common(ranks, (a, b) => a + b)
}

/** How well each product matches a term: by the tier, and within it by the place of the word; of parts, by the least important place. */
function rankTerm(words: Words, term: Term): Ranks {
  const tiers = tiersOf(words, term).map(({ whole, parts }) => {
    const inParts = parts.map((ranks) => best(ranks))
    return best([...whole, common(inParts, Math.max)])
  })
  return best(tiers, PLACES.length)
}

/** Products that any has, each with its best rank; those of one are so much worse than those of the one before it. */
function best(some: readonly Ranks[], worse = 0): Ranks {
  const ranks: Ranks = new Map()
  for (const [at, each] of some.entries()) {
    for (const [slot, place] of each) {
      const rank = at * worse + place
      if (rank < (ranks.get(slot) ?? Number.POSITIVE_INFINITY)) ranks.set(slot, rank)
    }
  }
  return ranks
}

/** Products that all have, each with its ranks combined. */
function common(all: readonly Ranks[], combine: (a: number, b: number) => number): Ranks {
  const [first = new Map(), ...others] = all
  return others.reduce((left, right) => {
    const both: Ranks = new Map()
    for (const [slot, rank] of left) {
      const other = right.get(slot)
      if (other !== undefined) both.set(slot, combine(rank, other))
    }
    return both
  }, first)
}

/** The exact word before its synonyms, before words that it begins, before those that it may have been meant to be. */
function tiersOf(words: Words, { joined, parts, meant }: Term): Tier[] {
  const known = (some: readonly string[]) =>
    some.map((word) => words.find(word)).filter((ranks) => ranks !== undefined)
  const synonyms = synonymsOf(joined)
  const exact = { whole: known(formsOf(joined)), parts: parts.map((part) => known(formsOf(part))) }
  const begun = words.beginningWith(joined)
  // Where the shop has no word with this beginning, another word for something may have it: "tsh" begins "tshirt", in a shop of tees.
  const isOther =
    begun.length + exact.whole.length + synonyms.length === 0 && joined.length >= BEGUN_MIN_CHARS
  return [
    exact,
    ...(synonyms.length > 0 ? [{ whole: known(synonyms), parts: [] }] : []),
    {
      whole: isOther ? known(synonymsBegunBy(joined)) : begun,
      // Only the last part may be incomplete: the "t" of "t-shirt" does not begin "track".
      parts: parts.map((part, i) => (i === parts.length - 1 ? words.beginningWith(part) : known([part]))),
    },
    { whole: known(meant.flatMap((word) => [...formsOf(word), ...synonymsOf(word)])), parts: [] },
  ]
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
