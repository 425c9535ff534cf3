import type { Facets } from '#shared/contract/product.ts'
import { nairaFromKobo } from '#shared/naira.ts'
import { type Bits, countBits, countCommon, keepCommon, removeAll } from './bits.ts'
import type { Choices } from './choices.ts'
import type { OrdinalSet } from './ordinal-set.ts'
import type { Parts } from './parts.ts'
import type { Prices } from './prices.ts'
import type { Scratch } from './scratch.ts'
import { type Kind, valueOrder } from './value-names.ts'

export type Chosen = Record<Kind, readonly string[]>

export type Counted = {
  choices: Choices
  prices: Prices
  scratch: Scratch
  live: Bits
  /** What the search found, or `live`. */
  searched: Bits
  parts: Parts
  /** What all filters leave of it. */
  listed: Bits
  chosen: Chosen
}

/**
 * Counts the facets of a list. Each count is the total that the list would have with that one choice in place of the
 * choices already made in the same facet. A value of the searched products that would leave none counts 0.
 */
export function countFacets(counted: Counted): Facets {
  const { choices, prices, chosen } = counted
  const counts = new EntryCounts(counted)
  const unpaired = without(counted, 'pair')
  const isOffered = counts.offered()
  const values = (kind: Kind, entries: Uint32Array) => {
    const found: { value: string; count: number }[] = []
    for (const value of choices.names.sorted(kind)) {
      if (isOffered(value))
        found.push({ value: choices.names.textOf(value), count: entries[value * 2 + 1] ?? 0 })
    }
    return withChosen(found, kind, chosen[kind])
  }
  const unpriced = without(counted, 'price')
  const { min, max } = prices.rangeKoboOf(unpriced, counts.countOf(unpriced))
  return {
    categories: values('category', counts.of(without(counted, 'category'), 'category')),
    tags: values('tag', counts.of(without(counted, 'tag'), 'tag')),
    colors: values('color', counts.paired(unpaired, 'color', chosen.size)),
    sizes: values('size', counts.paired(unpaired, 'size', chosen.color)),
    inStock: countInStock(counted, unpaired),
    onSale: prices.discounted.countIn(without(counted, 'onSale')),
    price: { min: nairaFromKobo(min), max: nairaFromKobo(max) },
  }
}

/** The list without one of its filters; the very same set if it has no such filter. */
function without({ parts, searched, listed, scratch }: Counted, left: keyof Parts): Bits {
  if (parts[left] === undefined) return listed
  const others = Object.entries(parts).filter(([name]) => name !== left)
  if (others.length === 0) return searched
  const kept = scratch.copy(searched)
  for (const [, part] of others) keepCommon(kept, part)
  return kept
}

/** How many are in stock: in the chosen colours and sizes, or at all. */
function countInStock({ choices, chosen, parts }: Counted, unpaired: Bits): number {
  const isChosen = chosen.color.length > 0 || chosen.size.length > 0
  if (!isChosen || parts.pair === undefined) return choices.inStock.countIn(unpaired)
  return countCommon(unpaired, parts.pair)
}

/** A chosen value stays in its facet, even a misspelt one from a shared link, so that it can be removed. */
function withChosen(values: { value: string; count: number }[], kind: Kind, chosen: readonly string[]) {
  const missing = chosen.filter((value) => !values.some((known) => known.value === value))
  if (missing.length === 0) return values
  const compare = valueOrder(kind)
  return [...values, ...missing.map((value) => ({ value, count: 0 }))].sort((a, b) =>
    compare(a.value, b.value),
  )
}

/** Iterating over one product's entries costs about as much as SIMD scanning this many words of a set … */
const WORDS_PER_PRODUCT = 400
/** … and so does beginning to intersect with another set. */
const WORDS_PER_SET = 400

/**
 * Number of products in a set by entry. Large sets are intersected with the sets of the values; small ones are counted by
 * iterating over their products' entries; for more than half of the catalogue the rest is counted and subtracted. Results
 * are shared by all facets that use the same set.
 */
class EntryCounts {
  readonly #counted: Counted
  readonly #known = new Map<Bits, Uint32Array>()
  /** One for all kinds, created with the first: each has entries of its own. */
  #byKind: Uint32Array | undefined
  readonly #sizes = new Map<Bits, number>()

  constructor(counted: Counted) {
    this.#counted = counted
  }

  /** Tells whether any of the searched products has a value, in stock or sold out. */
  offered(): (value: number) => boolean {
    const { choices, searched } = this.#counted
    const entries = this.#searchedEntries()
    if (entries !== undefined) return (value) => (entries[value * 2] ?? 0) + (entries[value * 2 + 1] ?? 0) > 0
    const hasAnySearched = (entry: number) => choices.havingEntry(entry)?.meets(searched) ?? false
    return (value) => hasAnySearched(value * 2 + 1) || hasAnySearched(value * 2)
  }

  /** Undefined if there are too many to count. */
  #searchedEntries(): Uint32Array | undefined {
    const { choices, live, searched } = this.#counted
    if (searched === live) return choices.totals()
    return this.#isFewer(searched, choices.names.count) ? this.#ofAll(searched) : undefined
  }

  of(set: Bits, kind: Kind): Uint32Array {
    const known = this.#known.get(set)
    if (known !== undefined) return known
    const { choices, live } = this.#counted
    if (set === live) return choices.totals()
    const values = choices.names.sorted(kind)
    if (this.#isFewer(set, values.length)) return this.#ofAll(set)
    const counts = this.#countsByKind()
    for (const value of values) counts[value * 2 + 1] = choices.havingEntry(value * 2 + 1)?.countIn(set) ?? 0
    return counts
  }

  /** Counts of colours within the chosen sizes, or of sizes within the chosen colours. */
  paired(set: Bits, kind: 'color' | 'size', chosenOthers: readonly string[]): Uint32Array {
    if (chosenOthers.length === 0) return this.of(set, kind)
    const { choices, scratch } = this.#counted
    const other = kind === 'color' ? 'size' : 'color'
    const others = chosenOthers.flatMap((text) => choices.names.find(other, text) ?? [])
    const counts = this.#countsByKind()
    for (const value of choices.names.sorted(kind)) {
      const pairs = others.flatMap(
        (one) => (kind === 'color' ? choices.havingPair(value, one) : choices.havingPair(one, value)) ?? [],
      )
      counts[value * 2 + 1] = countInAny(pairs, set, scratch)
    }
    return counts
  }

  #countsByKind(): Uint32Array {
    this.#byKind ??= new Uint32Array(this.#counted.choices.names.count * 2)
    return this.#byKind
  }

  /** Whether iterating over the products of the set is cheaper than intersecting it with this many values. */
  #isFewer(set: Bits, values: number): boolean {
    return this.countOf(set) * WORDS_PER_PRODUCT < values * (set.length + WORDS_PER_SET)
  }

  countOf(set: Bits): number {
    const count = this.#sizes.get(set) ?? countBits(set)
    this.#sizes.set(set, count)
    return count
  }

  #ofAll(set: Bits): Uint32Array {
    const counts = this.#known.get(set) ?? this.#count(set)
    this.#known.set(set, counts)
    return counts
  }

  #count(set: Bits): Uint32Array {
    const { choices, live, scratch } = this.#counted
    if (this.countOf(set) * 2 <= this.countOf(live)) return choices.countEntries(set)
    const rest = scratch.copy(live)
    removeAll(rest, set)
    const left = choices.countEntries(rest)
    return choices.totals().map((total, entry) => total - (left[entry] ?? 0))
  }
}

/** How many of `of` are in at least one of `sets`. */
function countInAny(sets: readonly OrdinalSet[], of: Bits, scratch: Scratch): number {
  const [first, ...others] = sets
  if (first === undefined) return 0
  if (others.length === 0) return first.countIn(of)
  const before = scratch.taken
  const any = scratch.empty()
  for (const set of sets) set.addTo(any)
  const count = countCommon(any, of)
  scratch.freeTo(before)
  return count
}
