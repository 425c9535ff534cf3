import type { Facets } from '#shared/contract/product.ts'
import { besideOne, type One } from './beside.ts'
import { type Bits, clearBit, countBits, keepCommon, setBit, wordsFor } from './bits.ts'
import { Cards } from './cards.ts'
import { Choices } from './choices.ts'
import { countFacets } from './facets.ts'
import { FindWords, type Found } from './find-words.ts'
import { Identities } from './identities.ts'
import type { IndexedCard, IndexedProduct } from './indexed-product.ts'
import type { Order } from './order.ts'
import { type ListQuery, type Parts, partsOf, spell } from './parts.ts'
import { Prices } from './prices.ts'
import { Scratch } from './scratch.ts'
import { Vocabulary } from './vocabulary.ts'

type Counts = { total: number; facets: Facets }
export type Listed = Counts & { ids: string[] }
export type ListedCards = Counts & { cards: IndexedCard[] }

/** Room for 64 products. Most catalogues outgrow it as they are read, and grow it by a tenth more than they need. */
const FIRST_ROOM_WORDS = 2

/**
 * Everything that lists need to know about every listed product, in memory: which match, the facet counts, their order,
 * and what their cards show. A product has an ordinal, and each of its values and words a set of ordinals. See
 * docs/decisions/2026-11-21-lists-are-answered-from-memory.md.
 */
export class CatalogueIndex {
  readonly #identities = new Identities()
  readonly #prices = new Prices(this.#identities.compareNewest)
  readonly #choices = new Choices()
  readonly #cards = new Cards()
  readonly #vocabulary = new Vocabulary()
  readonly #scratch = new Scratch(FIRST_ROOM_WORDS)
  readonly #findWords = new FindWords(this.#vocabulary, this.#scratch)
  #live: Bits = new Int32Array(FIRST_ROOM_WORDS)
  #liveCount = 0
  #nextOrdinal = 0

  /** The number of products in it. */
  get count(): number {
    return this.#liveCount
  }

  /** The number of ordinals without a product; their words and cards are still there. */
  get unusedOrdinals(): number {
    return this.#nextOrdinal - this.#liveCount
  }

  /** Adds or updates products; those that are retired are removed. */
  put(products: readonly IndexedProduct[]): void {
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

  /** Unknown ids are ignored. */
  remove(ids: readonly string[]): void {
    const ordinals = ids.flatMap((id) => this.#identities.ordinalOf(id) ?? [])
    if (ordinals.length === 0) return
    for (const order of this.#fixedOrders()) order.remove(ordinals)
    this.#prices.remove(ordinals)
    for (const ordinal of ordinals) {
      this.#choices.remove(ordinal)
      clearBit(this.#live, ordinal)
      this.#identities.forget(ordinal)
    }
    this.#liveCount -= ordinals.length
  }

  /** One page of the matching products, with total and facets. */
  list(query: ListQuery, nowMs: number): Listed {
    const { ordinals, ...counts } = this.#find(query, nowMs)
    return { ids: ordinals.map((ordinal) => this.#identities.idOf(ordinal)), ...counts }
  }

  /** The same, with what a card shows of each product. */
  listCards(query: ListQuery, nowMs: number): ListedCards {
    const { ordinals, ...counts } = this.#find(query, nowMs)
    return { cards: ordinals.map((ordinal) => this.#cardOf(ordinal, query.color)), ...counts }
  }

  #find(query: ListQuery, nowMs: number): Counts & { ordinals: number[] } {
    this.#begin(nowMs)
    const found = query.search ? this.#findWords.find(query.search, this.#live) : undefined
    const searched = query.search ? (found?.set ?? this.#scratch.empty()) : this.#live
    const spelt = spell(query, this.#choices)
    const parts = partsOf(spelt, {
      choices: this.#choices,
      prices: this.#prices,
      scratch: this.#scratch,
      ordinalOf: (id) => this.#identities.ordinalOf(id),
    })
    const listed = this.#common(searched, parts)
    const total = countBits(listed)
    const facets = countFacets({
      choices: this.#choices,
      prices: this.#prices,
      scratch: this.#scratch,
      live: this.#live,
      searched,
      parts,
      listed,
      chosen: spelt,
    })
    return { ordinals: this.#page(listed, total, query, found), total, facets }
  }

  #cardOf(ordinal: number, askedColors: readonly string[] | undefined): IndexedCard {
    const { colors, tags } = this.#choices.colorsAndTagsOf(ordinal)
    return {
      id: this.#identities.idOf(ordinal),
      ...this.#cards.of(ordinal, colors, askedColors),
      colors,
      tags,
      priceKobo: this.#prices.listKoboOf(ordinal),
      discount: this.#prices.discountOf(ordinal),
      qtyAvailable: this.#choices.qtyAvailableOf(ordinal),
    }
  }

  /** Every category or tag of the listed products, sorted by code unit. */
  names(kind: 'category' | 'tag'): string[] {
    const totals = this.#choices.totals()
    const { names } = this.#choices
    return names
      .sorted(kind)
      .filter((value) => (totals[value * 2 + 1] ?? 0) > 0)
      .map((value) => names.textOf(value))
      .sort()
  }

  /** The related products of a listed product; undefined if this one is not listed. */
  related(id: string): string[] | undefined {
    const own = this.#identities.ordinalOf(id)
    if (own === undefined) return undefined
    const [category, ...tags] = this.#choices.categoryAndTagsOf(own)
    return this.#besideOne({ own, category, tags })
  }

  /** The related products of a product that is not listed. */
  relatedTo({ category, tags }: { category: string; tags: readonly string[] }): string[] {
    return this.#besideOne({
      category: this.#choices.having('category', category),
      tags: tags.flatMap((tag) => this.#choices.having('tag', tag) ?? []),
    })
  }

  /** The total available of a product over all its pairs; 0 if it is not listed. */
  qtyAvailable(id: string): number {
    const ordinal = this.#identities.ordinalOf(id)
    return ordinal === undefined ? 0 : this.#choices.qtyAvailableOf(ordinal)
  }

  /** Bytes of the arrays, without strings and the engine's own overhead; for measuring. */
  bytes(): number {
    return this.#choices.bytes() + this.#vocabulary.bytes() + this.#cards.bytes()
  }

  #begin(nowMs: number): void {
    this.#prices.bringTo(nowMs)
    this.#scratch.freeAll(this.#live.length)
  }

  #add(products: readonly IndexedProduct[]): void {
    if (products.length === 0) return
    const ordinals = products.map((product) => {
      const ordinal = this.#nextOrdinal++
      this.#makeRoom(ordinal)
      setBit(this.#live, ordinal)
      this.#identities.put(ordinal, product)
      this.#choices.put(ordinal, product)
      this.#cards.put(ordinal, product)
      this.#vocabulary.add(ordinal, product)
      return ordinal
    })
    this.#liveCount += ordinals.length
    for (const order of this.#fixedOrders()) order.insert(ordinals)
    this.#prices.set(products.map((product, i) => ({ ...product, ordinal: ordinals[i] ?? 0 })))
  }

  #update(ordinal: number, product: IndexedProduct): void {
    this.#choices.setStock(ordinal, product)
    this.#cards.setScores(ordinal, product)
    if (this.#prices.isSame(ordinal, product.priceKobo, product.discount)) return
    this.#prices.remove([ordinal])
    this.#prices.set([{ ...product, ordinal }])
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

  /** Ties are always broken newest first, so that no product is on two pages or on none. */
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

  #besideOne(one: One): string[] {
    this.#scratch.freeAll(this.#live.length)
    const { newest } = this.#identities
    const over = { live: this.#live, inStock: this.#choices.inStock, newest, scratch: this.#scratch }
    return besideOne({ ...over, ...one }).map((ordinal) => this.#identities.idOf(ordinal))
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
