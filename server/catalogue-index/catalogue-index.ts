import type { Facets } from '#shared/contract/product.ts'
import { RELATED_PRODUCTS } from '#shared/limits.ts'
import { compareCodePoints, nameKey } from '#shared/sort.ts'
import type { Entry } from './entry.ts'
import { FACETS, type FacetData } from './facet.ts'
import { applyFilters, type ListQuery, selectByFilter, spell } from './filter.ts'
import { Prices } from './prices.ts'
import { search } from './search.ts'
import { readMeaning } from './search-meaning.ts'
import { SlotSet } from './slot-set.ts'
import { SortedSlots } from './sorted-slots.ts'
import { Values } from './value.ts'
import { type Ranks, Words } from './words.ts'

export type Listed = { entries: Entry[]; total: number; facets: Facets }

/** Every listed product, in memory: which ones a list has, in which order, and what its facets count. See README.md. */
export class CatalogueIndex {
  /** A product keeps its slot, and its place in the orders, also while it is not listed. */
  readonly #slots = new Map<string, number>()
  readonly #entries: Entry[] = []
  readonly #nameKeys: string[] = []
  readonly #listed = new SlotSet()
  readonly #values = new Values()
  readonly #words = new Words()
  readonly #prices = new Prices()

  /** Ties are always broken newest first, and then by id, so that no product is on two pages or on none. */
  readonly #newest = new SortedSlots((a, b) => this.#compareNewest(a, b))
  readonly #sorted = {
    'name-a-z': this.#sortedBy((a, b) => compareCodePoints(this.#nameKeys[a] ?? '', this.#nameKeys[b] ?? '')),
    'name-z-a': this.#sortedBy((a, b) => compareCodePoints(this.#nameKeys[b] ?? '', this.#nameKeys[a] ?? '')),
    'price-low-high': this.#sortedBy((a, b) => this.#prices.of(a) - this.#prices.of(b)),
    'price-high-low': this.#sortedBy((a, b) => this.#prices.of(b) - this.#prices.of(a)),
  }
  readonly #orders = [this.#newest, ...Object.values(this.#sorted)]

  /** Of the listed products. */
  ids(): string[] {
    return [...this.#slots].filter(([, slot]) => this.#listed.has(slot)).map(([id]) => id)
  }

  /** Adds products and updates those that are known; one of which only stock or score has changed takes some microseconds. */
  put(entries: readonly Entry[]): void {
    for (const entry of entries) {
      const slot = this.#slotOf(entry.id)
      const before = this.#entries[slot]
      const known = this.#listed.has(slot) ? before : undefined
      if (known !== undefined) this.#values.remove(slot, known)
      this.#values.put(slot, entry)
      if (known === undefined || textOf(known) !== textOf(entry)) {
        if (known !== undefined) this.#words.remove(slot, known)
        this.#words.put(slot, entry)
      }
      this.#entries[slot] = entry
      if (before?.name !== entry.name) this.#nameKeys[slot] = nameKey(entry.name)
      this.#prices.put(slot, entry)
      this.#listed.add(slot)
      if (before === undefined || sortedPartOf(before) !== sortedPartOf(entry)) this.#resort()
    }
  }

  /** Unknown ids are ignored. */
  remove(ids: readonly string[]): void {
    for (const id of ids) {
      const slot = this.#slots.get(id)
      const entry = slot === undefined ? undefined : this.#entries[slot]
      if (slot === undefined || entry === undefined || !this.#listed.has(slot)) continue
      this.#listed.delete(slot)
      this.#values.remove(slot, entry)
      this.#words.remove(slot, entry)
    }
  }

  /** One page of the matching products, with total and facets. */
  list(query: ListQuery, nowMs: number): Listed {
    if (this.#prices.moveTo(nowMs, this.#entries)) this.#resort()
    const meant = readMeaning(query, (word) => this.#values.known('size', word))
    const listed = this.#list(meant)
    // "Sale" may be part of a name, and "XL" of a bag's.
    return listed.total > 0 || meant === query ? listed : this.#list(query)
  }

  #list(query: ListQuery): Listed {
    const ranks = query.search ? search(this.#words, query.search) : undefined
    const searched = ranks ? SlotSet.of(ranks.keys()) : this.#listed
    const data: FacetData = {
      query: spell(query, this.#values),
      searched,
      values: this.#values,
      prices: this.#prices,
      slotOf: (id) => this.#slots.get(id),
      byPrice: { lowest: this.#sorted['price-low-high'], highest: this.#sorted['price-high-low'] },
    }
    const selected = selectByFilter(data.query, data)
    const listed = applyFilters(searched, selected)
    const facetNames = Object.keys(FACETS) as (keyof Facets)[]
    const facets = Object.fromEntries(
      facetNames.map((name) => {
        const { without, count } = FACETS[name]
        return [name, count(applyFilters(searched, selected, without), data)]
      }),
    ) as Facets
    return { entries: this.#entriesAt(this.#page(listed, query, ranks)), total: listed.count(), facets }
  }

  /** The related products of one, which need not be listed: of its category, then in stock, then sharing a tag, then newest. */
  related({ id, category, tags }: Pick<Entry, 'id' | 'category' | 'tags'>): Entry[] {
    const sameCategory = this.#values.with('category', category)
    const inStock = this.#values.inStock()
    const sameTag = SlotSet.any(tags.map((tag) => this.#values.with('tag', tag)))
    const own = this.#slots.get(id)
    const byLikeness: number[][] = Array.from({ length: 8 }, () => [])
    for (const slot of this.#newest.all()) {
      if (slot === own || !this.#listed.has(slot)) continue
      const unlike =
        (sameCategory.has(slot) ? 0 : 4) + (inStock.has(slot) ? 0 : 2) + (sameTag.has(slot) ? 0 : 1)
      const alike = byLikeness[unlike] ?? []
      if (alike.length < RELATED_PRODUCTS) alike.push(slot)
      if (byLikeness[0]?.length === RELATED_PRODUCTS) break
    }
    return this.#entriesAt(byLikeness.flat().slice(0, RELATED_PRODUCTS))
  }

  /** Every category or tag of the listed products, sorted by code unit. */
  names(kind: 'category' | 'tag'): string[] {
    return this.#values.sorted(kind).toSorted()
  }

  #slotOf(id: string): number {
    const known = this.#slots.get(id)
    if (known !== undefined) return known
    const slot = this.#entries.length
    this.#slots.set(id, slot)
    for (const order of this.#orders) order.add(slot)
    return slot
  }

  #resort(): void {
    for (const order of this.#orders) order.resort()
  }

  /** Without an order that was asked for: the best matches first, or the newest. */
  #page(listed: SlotSet, { page, limit, sortBy }: ListQuery, ranks: Ranks | undefined): number[] {
    const skip = (page - 1) * limit
    if (sortBy !== undefined || ranks === undefined) {
      const order = sortBy === undefined ? this.#newest : this.#sorted[sortBy]
      return order.page(listed, skip, limit)
    }
    const byRank: number[][] = []
    for (const slot of this.#newest.all()) {
      if (!listed.has(slot)) continue
      const rank = ranks.get(slot) ?? 0
      byRank[rank] ??= []
      byRank[rank].push(slot)
    }
    return byRank.flat().slice(skip, skip + limit)
  }

  #entriesAt(slots: readonly number[]): Entry[] {
    return slots.map((slot) => this.#entries[slot]).filter((entry) => entry !== undefined)
  }

  #sortedBy(compare: (a: number, b: number) => number): SortedSlots {
    return new SortedSlots((a, b) => compare(a, b) || this.#compareNewest(a, b))
  }

  #compareNewest(a: number, b: number): number {
    const left = this.#entries[a]
    const right = this.#entries[b]
    if (left === undefined || right === undefined) return 0
    return right.addedAtMs - left.addedAtMs || compareCodePoints(right.id, left.id)
  }
}

/** What words are made of. */
const textOf = ({ name, category, tags, colors, description }: Entry) =>
  JSON.stringify([name, category, tags, colors, description])

/** What orders are made of. */
const sortedPartOf = ({ name, priceKobo, discount, addedAtMs }: Entry) =>
  JSON.stringify([name, priceKobo, discount, addedAtMs])
