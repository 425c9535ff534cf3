import type { Facets, ProductQuery } from '#shared/contract/product.ts'
import { RELATED_PRODUCTS } from '#shared/limits.ts'
import { type Bits, clearBit, countBits, keepCommon, removeAll, setBit, wordsFor } from './bits.ts'
import { Choices } from './choices.ts'
import { type Counted, countFacets, type Parts } from './facets.ts'
import { FindWords, type Found } from './find-words.ts'
import { Identities } from './identities.ts'
import type { IndexedProduct } from './indexed-product.ts'
import type { Order } from './order.ts'
import type { OrdinalSet } from './ordinal-set.ts'
import { Prices } from './prices.ts'
import { Scratch } from './scratch.ts'
import type { Kind } from './value-names.ts'
import { Vocabulary } from './vocabulary.ts'

export type ListQuery = Omit<ProductQuery, 'view'>
export type Listed = { ids: string[]; total: number; facets: Facets }

const FIRST_ROOM_WORDS = 32
/** Some kilobytes each. */
const FACETS_KEPT = 200

/**
 * What lists need to know of every product on sale, in memory: which match, how many there are of everything, in which
 * order they stand. A product has an ordinal, and each of its values and words a set of ordinals. See
 * docs/decisions/2026-11-21-lists-are-answered-from-memory.md.
 */
export class CatalogueIndex {
  readonly #identities = new Identities()
  readonly #prices = new Prices(this.#identities.compareNewest)
  readonly #choices = new Choices()
  readonly #vocabulary = new Vocabulary()
  readonly #scratch = new Scratch(FIRST_ROOM_WORDS)
  readonly #findWords = new FindWords(this.#vocabulary, this.#scratch)
  #live: Bits = new Int32Array(FIRST_ROOM_WORDS)
  #liveCount = 0
  /** By what is asked for; the least recently used first. */
  readonly #facets = new Map<string, Facets>()
  #nextOrdinal = 0

  /** How many products it has. */
  get count(): number {
    return this.#liveCount
  }

  /** How many ordinals stand for nothing any more; their words are still there. */
  get unusedOrdinals(): number {
    return this.#nextOrdinal - this.#liveCount
  }

  /** Takes in products as they now are; those that are retired go. */
  put(products: readonly IndexedProduct[]): void {
    this.#facets.clear()
    const coming: IndexedProduct[] = []
    const going: string[] = []
    for (const product of products) {
      const ordinal = this.#identities.ordinalOf(product.id)
      if (product.retired) going.push(product.id)
      else if (ordinal === undefined) coming.push(product)
      else if (this.#identities.isSame(ordinal, product)) this.#update(ordinal, product)
      else {
        going.push(product.id)
        coming.push(product)
      }
    }
    this.remove(going)
    this.#add(coming)
  }

  /** Unknown ones are passed over. */
  remove(ids: readonly string[]): void {
    const ordinals = ids.flatMap((id) => this.#identities.ordinalOf(id) ?? [])
    if (ordinals.length === 0) return
    this.#facets.clear()
    for (const order of this.#fixedOrders()) order.remove(ordinals)
    this.#prices.remove(ordinals)
    for (const ordinal of ordinals) {
      this.#choices.remove(ordinal)
      clearBit(this.#live, ordinal)
      this.#identities.forget(ordinal)
    }
    this.#liveCount -= ordinals.length
  }

  /** One page of the products that match, with what there is around it. */
  list(query: ListQuery, nowMs: number): Listed {
    this.#begin(nowMs)
    const found = query.search ? this.#findWords.find(query.search, this.#live) : undefined
    const searched = query.search ? (found?.set ?? this.#scratch.empty()) : this.#live
    const parts = this.#partsOf(query)
    const listed = this.#common(searched, parts)
    const total = countBits(listed)
    const facets = this.#facetsFor(query, {
      ...{ choices: this.#choices, prices: this.#prices, scratch: this.#scratch },
      ...{ live: this.#live, searched, parts, listed },
      chosen: {
        category: query.category === undefined ? [] : [query.category],
        tag: query.tag === undefined ? [] : [query.tag],
        color: query.color ?? [],
        size: query.size ?? [],
      },
    })
    const ordinals = this.#page(listed, total, query, found)
    return { ids: ordinals.map((ordinal) => this.#identities.idOf(ordinal)), total, facets }
  }

  /** Every category or tag of what is on sale, by code unit. */
  names(kind: 'category' | 'tag'): string[] {
    const totals = this.#choices.totals()
    const { names } = this.#choices
    return names
      .sorted(kind)
      .filter((value) => (totals[value * 2 + 1] ?? 0) > 0)
      .map((value) => names.textOf(value))
      .sort()
  }

  /**
   * The same category before others, what is in stock before what is not, what shares a tag before what does not, then
   * newest.
   */
  related(to: { id: string; category: string; tags: readonly string[] }): string[] {
    this.#scratch.freeAll(this.#live.length)
    const others = this.#scratch.copy(this.#live)
    const own = this.#identities.ordinalOf(to.id)
    if (own !== undefined) clearBit(others, own)
    const category = this.#scratch.empty()
    this.#choices.having('category', to.category)?.addTo(category)
    const inStock = this.#scratch.empty()
    this.#choices.inStock.addTo(inStock)
    const sharesTag = this.#scratch.empty()
    for (const tag of to.tags) this.#choices.having('tag', tag)?.addTo(sharesTag)
    const ordinals = this.#bestFirst(others, [category, inStock, sharesTag], RELATED_PRODUCTS)
    return ordinals.map((ordinal) => this.#identities.idOf(ordinal))
  }

  /** Bytes of the arrays, without texts and the engine's own; for measuring. */
  bytes(): number {
    return this.#choices.bytes() + this.#vocabulary.bytes()
  }

  #begin(nowMs: number): void {
    if (this.#prices.bringTo(nowMs)) this.#facets.clear()
    this.#scratch.freeAll(this.#live.length)
  }

  /** Other pages and orders of a list have the same facets: they are counted once until something changes. */
  #facetsFor(
    { page: _page, limit: _limit, sortBy: _sortBy, ...filter }: ListQuery,
    counted: Counted,
  ): Facets {
    const key = JSON.stringify(Object.entries(filter).sort(([a], [b]) => (a < b ? -1 : 1)))
    const facets = this.#facets.get(key) ?? countFacets(counted)
    this.#facets.delete(key)
    this.#facets.set(key, facets)
    const [oldest] = this.#facets.keys()
    if (this.#facets.size > FACETS_KEPT && oldest !== undefined) this.#facets.delete(oldest)
    return facets
  }

  #add(products: readonly IndexedProduct[]): void {
    if (products.length === 0) return
    const ordinals = products.map((product) => {
      const ordinal = this.#nextOrdinal++
      this.#makeRoom(ordinal)
      setBit(this.#live, ordinal)
      this.#identities.put(ordinal, product)
      this.#choices.put(ordinal, product)
      this.#vocabulary.add(ordinal, product)
      return ordinal
    })
    this.#liveCount += ordinals.length
    for (const order of this.#fixedOrders()) order.insert(ordinals)
    this.#prices.set(products.map((product, i) => ({ ...product, ordinal: ordinals[i] ?? 0 })))
  }

  #update(ordinal: number, product: IndexedProduct): void {
    this.#choices.setStock(ordinal, product)
    if (this.#prices.isSame(ordinal, product.priceKobo, product.discount)) return
    this.#prices.remove([ordinal])
    this.#prices.set([{ ...product, ordinal }])
  }

  #partsOf(query: ListQuery): Parts {
    const { ids, category, tag, onSale, minPrice, maxPrice } = query
    const part = (fill: (bits: Bits) => void): Bits => {
      const bits = this.#scratch.empty()
      fill(bits)
      return bits
    }
    const pair = this.#pairPart(query)
    return {
      ...(ids === undefined ? {} : { ids: part((bits) => this.#addIds(bits, ids)) }),
      ...(category === undefined
        ? {}
        : { category: part((bits) => this.#choices.having('category', category)?.addTo(bits)) }),
      ...(tag === undefined ? {} : { tag: part((bits) => this.#choices.having('tag', tag)?.addTo(bits)) }),
      ...(onSale ? { onSale: part((bits) => this.#prices.onSale.addTo(bits)) } : {}),
      ...(minPrice === undefined && maxPrice === undefined
        ? {}
        : { price: part((bits) => this.#prices.addBetween(bits, minPrice, maxPrice)) }),
      ...(pair === undefined ? {} : { pair }),
    }
  }

  /**
   * Chosen colours and sizes must meet in one pair that is in stock: a black M that is sold out and a red M in stock do
   * not make a black M. Who filters by size wants something to wear, so there is no choosing of what is gone.
   */
  #pairPart({ color = [], size = [], inStock }: ListQuery): Bits | undefined {
    if (color.length === 0 && size.length === 0) {
      if (!inStock) return undefined
      const any = this.#scratch.empty()
      this.#choices.inStock.addTo(any)
      return any
    }
    const fitting = this.#scratch.empty()
    for (const set of this.#setsHaving(color, size)) set.addTo(fitting)
    return fitting
  }

  #setsHaving(colors: readonly string[], sizes: readonly string[]): OrdinalSet[] {
    const choices = this.#choices
    if (sizes.length === 0) return colors.flatMap((color) => choices.having('color', color) ?? [])
    if (colors.length === 0) return sizes.flatMap((size) => choices.having('size', size) ?? [])
    const numbersOf = (kind: Kind, texts: readonly string[]) =>
      texts.flatMap((text) => choices.names.find(kind, text) ?? [])
    const sizeNumbers = numbersOf('size', sizes)
    return numbersOf('color', colors).flatMap((color) =>
      sizeNumbers.flatMap((size) => choices.havingPair(color, size) ?? []),
    )
  }

  #addIds(bits: Bits, ids: readonly string[]): void {
    for (const id of ids) {
      const ordinal = this.#identities.ordinalOf(id)
      if (ordinal !== undefined) setBit(bits, ordinal)
    }
  }

  #common(searched: Bits, parts: Parts): Bits {
    const all = Object.values(parts)
    if (all.length === 0) return searched
    const common = this.#scratch.copy(searched)
    for (const part of all) keepCommon(common, part)
    return common
  }

  #page(listed: Bits, total: number, query: ListQuery, found: Found | undefined): number[] {
    const { page, limit, sortBy } = query
    const place = { skip: (page - 1) * limit, take: limit }
    if (sortBy === undefined && found !== undefined) {
      return found.ranking.page(listed, total, this.#identities.newest, place)
    }
    return this.#orderOf(sortBy).page(listed, total, place)
  }

  /** Equal ones always stand newest first, so that no product is on two pages or on none. */
  #orderOf(sort: ListQuery['sortBy']): Order {
    switch (sort) {
      case 'price-low-high':
        return this.#prices.lowToHigh
      case 'price-high-low':
        return this.#prices.highToLow
      case 'name-a-z':
        return this.#identities.nameAToZ
      case 'name-z-a':
        return this.#identities.nameZToA
      default:
        return this.#identities.newest
    }
  }

  /** The first of a set: with the first wish before without it, among equals with the second, and so on; then newest. */
  #bestFirst(set: Bits, wishes: readonly Bits[], take: number): number[] {
    const count = countBits(set)
    const [wish, ...others] = wishes
    if (count === 0) return []
    if (wish === undefined) return this.#identities.newest.page(set, count, { skip: 0, take })
    const granted = this.#scratch.copy(set)
    keepCommon(granted, wish)
    const best = this.#bestFirst(granted, others, take)
    if (best.length === take) return best
    const rest = this.#scratch.copy(set)
    removeAll(rest, wish)
    return [...best, ...this.#bestFirst(rest, others, take - best.length)]
  }

  #fixedOrders(): Order[] {
    return [this.#identities.newest, this.#identities.nameAToZ, this.#identities.nameZToA]
  }

  #makeRoom(ordinal: number): void {
    if (ordinal >>> 5 < this.#live.length) return
    const grown = new Int32Array(Math.ceil(wordsFor(ordinal + 1) * 1.1))
    grown.set(this.#live)
    this.#live = grown
  }
}
