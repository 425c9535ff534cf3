import { type Bits, lowestBit } from './bits.ts'
import { withRoomFor } from './columns.ts'
import type { IndexedProduct } from './indexed-product.ts'
import { OrdinalSet } from './ordinal-set.ts'
import { ValueLists } from './value-lists.ts'
import { type Kind, ValueNames } from './value-names.ts'

/**
 * Which categories, tags, colours and sizes products have, and which of these are in stock.
 *
 * A product's list has an entry for each of its colours, then sizes, then its category and tags: the value's number,
 * doubled, plus 1 if it counts (any category or tag, and a colour or size with something in stock). Its pairs are one bit
 * for each colour and size, colour by colour, set while that pair is in stock.
 */
export class Choices {
  readonly names = new ValueNames()
  /** Products with anything in stock. */
  readonly inStock = new OrdinalSet()
  readonly #lists = new ValueLists()
  readonly #pairs = new ValueLists()
  #colorCounts = new Uint16Array(0)
  #sizeCounts = new Uint16Array(0)
  #qtyAvailable = new Uint32Array(0)
  /** Products with this pair in stock, by colour and size. */
  readonly #havingPair = new Map<number, OrdinalSet>()
  /** Products by entry. */
  readonly #having = new Map<number, OrdinalSet>()
  /** Number of products by entry. */
  #totals = new Uint32Array(0)

  put(ordinal: number, product: IndexedProduct): void {
    const colors = this.#numbersOf('color', product.colors)
    const sizes = this.#numbersOf('size', product.sizes)
    const others = [
      ...this.#numbersOf('category', [product.category]),
      ...this.#numbersOf('tag', product.tags),
    ]
    this.#colorCounts = withRoomFor(this.#colorCounts, ordinal)
    this.#sizeCounts = withRoomFor(this.#sizeCounts, ordinal)
    this.#qtyAvailable = withRoomFor(this.#qtyAvailable, ordinal)
    this.#colorCounts[ordinal] = colors.length
    this.#sizeCounts[ordinal] = sizes.length
    const entries = [
      ...[...colors, ...sizes].map((value) => value * 2),
      ...others.map((value) => value * 2 + 1),
    ]
    this.#totals = withRoomFor(this.#totals, this.names.count * 2)
    this.#lists.put(ordinal, entries)
    this.#lists.countInto(this.#totals, ordinal)
    this.#pairs.put(ordinal, new Array<number>(Math.ceil((colors.length * sizes.length) / 32)).fill(0))
    for (const entry of entries) this.#havingOf(entry).add(ordinal)
    this.setStock(ordinal, product)
  }

  /** Takes some microseconds: nothing is sorted. */
  setStock(
    ordinal: number,
    { inStock, qtyAvailable }: Pick<IndexedProduct, 'inStock' | 'qtyAvailable'>,
  ): void {
    this.#qtyAvailable[ordinal] = qtyAvailable
    if (inStock.length > 0) this.inStock.add(ordinal)
    else this.inStock.delete(ordinal)
    const colors = this.#colorCounts[ordinal] ?? 0
    const sizes = this.#sizeCounts[ordinal] ?? 0
    const places = new Map<number, number>()
    for (let i = 0; i < colors + sizes; i++) places.set(this.#lists.at(ordinal, i) >>> 1, i)
    const placeOf = (kind: Kind, text: string) => places.get(this.names.find(kind, text) ?? -1)
    const counting = new Set<number>()
    const pairs = new Set<number>()
    for (const [color, size] of inStock) {
      const colorPlace = placeOf('color', color)
      const sizePlace = placeOf('size', size)
      if (colorPlace !== undefined) counting.add(colorPlace)
      if (sizePlace !== undefined) counting.add(sizePlace)
      if (colorPlace === undefined || sizePlace === undefined) continue
      pairs.add(colorPlace * sizes + (sizePlace - colors))
    }
    this.#setPairs(ordinal, pairs)
    for (let i = 0; i < colors + sizes; i++) this.#setCounting(ordinal, i, counting.has(i))
  }

  remove(ordinal: number): void {
    this.inStock.delete(ordinal)
    this.#setPairs(ordinal, new Set())
    for (let i = 0; i < this.#lists.lengthOf(ordinal); i++) {
      const entry = this.#lists.at(ordinal, i)
      this.#totals[entry] = (this.#totals[entry] ?? 0) - 1
      this.#havingOf(entry).delete(ordinal)
    }
  }

  /** The products for which this value counts; undefined if no product ever had it. */
  having(kind: Kind, text: string): OrdinalSet | undefined {
    const value = this.names.find(kind, text)
    return value === undefined ? undefined : this.#having.get(value * 2 + 1)
  }

  /**
   * A value that somebody typed, as products spell it: just so if any does, else as those do that write it with other
   * capitals. A value that no product has stays as it is.
   */
  spelt(kind: Kind, text: string): readonly string[] {
    const isUsed = (value: number) => (this.#totals[value * 2] ?? 0) + (this.#totals[value * 2 + 1] ?? 0) > 0
    const exact = this.names.find(kind, text)
    if (exact !== undefined && isUsed(exact)) return [text]
    const used = this.names.spellings(kind, text).filter(isUsed)
    return used.length === 0 ? [text] : used.map((value) => this.names.textOf(value))
  }

  havingEntry(entry: number): OrdinalSet | undefined {
    return this.#having.get(entry)
  }

  /** The products with this one's category, then those with each of its tags. */
  categoryAndTagsOf(ordinal: number): OrdinalSet[] {
    const before = (this.#colorCounts[ordinal] ?? 0) + (this.#sizeCounts[ordinal] ?? 0)
    const count = this.#lists.lengthOf(ordinal) - before
    return Array.from({ length: count }, (_, i) => this.#havingOf(this.#lists.at(ordinal, before + i)))
  }

  /** In the product's own order. */
  colorsAndTagsOf(ordinal: number): { colors: string[]; tags: string[] } {
    const colors = this.#colorCounts[ordinal] ?? 0
    const firstTag = colors + (this.#sizeCounts[ordinal] ?? 0) + CATEGORIES
    const texts = (from: number, to: number) => {
      const some: string[] = []
      for (let i = from; i < to; i++) some.push(this.names.textOf(this.#lists.at(ordinal, i) >>> 1))
      return some
    }
    return { colors: texts(0, colors), tags: texts(firstTag, this.#lists.lengthOf(ordinal)) }
  }

  qtyAvailableOf(ordinal: number): number {
    return this.#qtyAvailable[ordinal] ?? 0
  }

  /** Number of products by entry, over all products. */
  totals(): Uint32Array {
    return this.#totals
  }

  /** Number of products in the set by entry. */
  countEntries(set: Bits): Uint32Array {
    const counts = new Uint32Array(this.#totals.length)
    for (let i = 0; i < set.length; i++) {
      for (let word = set[i] ?? 0; word !== 0; word &= word - 1) {
        this.#lists.countInto(counts, (i << 5) | lowestBit(word))
      }
    }
    return counts
  }

  /** The products with this colour and size, given by their numbers, in stock as one pair. */
  havingPair(color: number, size: number): OrdinalSet | undefined {
    return this.#havingPair.get(pairKey(color, size))
  }

  bytes(): number {
    let sets = this.inStock.bytes()
    for (const set of [...this.#having.values(), ...this.#havingPair.values()]) sets += set.bytes()
    return sets + this.#lists.bytes() + this.#pairs.bytes()
  }

  /** `pairs` are numbered colour by colour, as in the product's list. */
  #setPairs(ordinal: number, pairs: ReadonlySet<number>): void {
    const colors = this.#colorCounts[ordinal] ?? 0
    const sizes = this.#sizeCounts[ordinal] ?? 0
    for (let pair = 0; pair < colors * sizes; pair++) {
      const word = this.#pairs.at(ordinal, pair >>> 5)
      const isSet = ((word >>> (pair & 31)) & 1) === 1
      if (isSet === pairs.has(pair)) continue
      this.#pairs.set(ordinal, pair >>> 5, word ^ (1 << (pair & 31)))
      const color = this.#lists.at(ordinal, Math.floor(pair / sizes)) >>> 1
      const size = this.#lists.at(ordinal, colors + (pair % sizes)) >>> 1
      const key = pairKey(color, size)
      const having = this.#havingPair.get(key) ?? new OrdinalSet()
      if (isSet) having.delete(ordinal)
      else having.add(ordinal)
      this.#havingPair.set(key, having)
    }
  }

  #setCounting(ordinal: number, i: number, counts: boolean): void {
    const before = this.#lists.at(ordinal, i)
    const after = counts ? before | 1 : before & ~1
    if (before === after) return
    this.#lists.set(ordinal, i, after)
    this.#totals[before] = (this.#totals[before] ?? 0) - 1
    this.#totals[after] = (this.#totals[after] ?? 0) + 1
    this.#havingOf(before).delete(ordinal)
    this.#havingOf(after).add(ordinal)
  }

  #numbersOf(kind: Kind, texts: readonly string[]): number[] {
    return [...new Set(texts)].map((text) => this.names.numberOf(kind, text))
  }

  #havingOf(entry: number): OrdinalSet {
    const set = this.#having.get(entry) ?? new OrdinalSet()
    this.#having.set(entry, set)
    return set
  }
}

/** Of each product. */
const CATEGORIES = 1
const VALUES_MAX = 2 ** 26
function pairKey(color: number, size: number): number {
  return color * VALUES_MAX + size
}
