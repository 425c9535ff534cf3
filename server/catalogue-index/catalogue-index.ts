import type { Facets } from '#shared/contract/product.ts'
import { RELATED_PRODUCTS } from '#shared/limits.ts'
import { compareCodePoints } from '#shared/sort.ts'
import type { Entry } from './entry.ts'
import { FACETS, type FacetData } from './facet.ts'
import { applyFilters, type ListQuery, selectByFilter, spell } from './filter.ts'
import { Prices } from './prices.ts'
import { type Found, search } from './search.ts'
import { SlotSet } from './slot-set.ts'
import { SortedSlots } from './sorted-slots.ts'
import { Values } from './value.ts'
import { Words } from './words.ts'

export type Listed = { entries: Entry[]; total: number; facets: Facets }

/** Every listed product, in memory: which ones a list has, in which order, and what its facets count. See README.md. */
export class CatalogueIndex {
  readonly #slots = new Map<string, number>()
  /** By slot. */
  readonly #entries: (Entry | undefined)[] = []
  readonly #nameKeys: string[] = []
  readonly #free: number[] = []
  readonly #listed = new SlotSet()
  readonly #values = new Values()
  readonly #words = new Words()
  readonly #prices = new Prices(this.#entries)

  /** Ties are always broken newest first, and then by id, so that no product is on two pages or on none. */
  readonly #newest = new SortedSlots((a, b) => this.#compareNewest(a, b))
  readonly #byName = {
    'name-a-z': this.#sortedBy((a, b) => compareCodePoints(this.#nameKeys[a] ?? '', this.#nameKeys[b] ?? '')),
    'name-z-a': this.#sortedBy((a, b) => compareCodePoints(this.#nameKeys[b] ?? '', this.#nameKeys[a] ?? '')),
  }
  readonly #byPrice = {
    'price-low-high': this.#sortedBy((a, b) => this.#prices.of(a) - this.#prices.of(b)),
    'price-high-low': this.#sortedBy((a, b) => this.#prices.of(b) - this.#prices.of(a)),
  }

  ids(): string[] {
    return [...this.#slots.keys()]
  }

  /** Adds products and updates those that are known; one of which only stock or score has changed takes some microseconds. */
  put(entries: readonly Entry[]): void {
    const coming: Entry[] = []
    const going: string[] = []
    const repriced: number[] = []
    for (const entry of entries) {
      const slot = this.#slots.get(entry.id)
      const known = slot === undefined ? undefined : this.#entries[slot]
      if (slot !== undefined && known !== undefined && hasSameText(known, entry)) {
        this.#update(slot, known, entry)
        if (!hasSamePrice(known, entry)) repriced.push(slot)
        continue
      }
      if (known !== undefined) going.push(entry.id)
      coming.push(entry)
    }
    this.remove(going)
    const added = coming.map((entry) => this.#add(entry))
    for (const order of [this.#newest, ...Object.values(this.#byName)]) order.insert(added)
    this.#sortByPrice(repriced, added)
  }

  /** Unknown ids are ignored. */
  remove(ids: readonly string[]): void {
    const removed = new Set<number>()
    for (const id of ids) {
      const slot = this.#slots.get(id)
      const entry = slot === undefined ? undefined : this.#entries[slot]
      if (slot === undefined || entry === undefined) continue
      removed.add(slot)
      this.#slots.delete(id)
      this.#entries[slot] = undefined
      this.#listed.delete(slot)
      this.#values.remove(slot, entry)
      this.#words.remove(slot, entry)
      this.#prices.remove(slot)
      this.#free.push(slot)
    }
    if (removed.size === 0) return
    for (const order of this.#orders()) order.remove(removed)
  }

  /** One page of the matching products, with total and facets. */
  list(query: ListQuery, nowMs: number): Listed {
    this.#sortByPrice(this.#prices.moveTo(nowMs))
    const found = query.search ? search(this.#words, query.search, this.#entries.length) : undefined
    const searched = query.search ? (found?.slots ?? new SlotSet()) : this.#listed
    const spelt = spell(query, this.#values)
    const filterData = {
      values: this.#values,
      prices: this.#prices,
      slotOf: (id: string) => this.#slots.get(id),
    }
    const selected = selectByFilter(spelt, filterData)
    const listed = applyFilters(searched, selected)
    const facetData: FacetData = {
      ...filterData,
      query: spelt,
      searched,
      byPrice: { lowest: this.#byPrice['price-low-high'], highest: this.#byPrice['price-high-low'] },
    }
    const facetNames = Object.keys(FACETS) as (keyof Facets)[]
    const facets = Object.fromEntries(
      facetNames.map((name) => {
        const { without, count } = FACETS[name]
        return [name, count(applyFilters(searched, selected, without), facetData)]
      }),
    ) as Facets
    return { entries: this.#entriesAt(this.#page(listed, query, found)), total: listed.count(), facets }
  }

  /** The related products of one, which need not be listed: of its category, then in stock, then sharing a tag, then newest. */
  related({ id, category, tags }: Pick<Entry, 'id' | 'category' | 'tags'>): Entry[] {
    const sameCategory = this.#values.find('category', category)?.all
    const sameTag = SlotSet.any(tags.flatMap((tag) => this.#values.find('tag', tag)?.all ?? []))
    const own = this.#slots.get(id)
    const byLikeness: number[][] = Array.from({ length: 8 }, () => [])
    for (const slot of this.#newest.all()) {
      if (slot === own) continue
      const unlike =
        (sameCategory?.has(slot) ? 0 : 4) +
        (this.#values.inStock.has(slot) ? 0 : 2) +
        (sameTag.has(slot) ? 0 : 1)
      const alike = byLikeness[unlike] ?? []
      if (alike.length < RELATED_PRODUCTS) alike.push(slot)
      if (byLikeness[0]?.length === RELATED_PRODUCTS) break
    }
    return this.#entriesAt(byLikeness.flat().slice(0, RELATED_PRODUCTS))
  }

  /** Every category or tag of the listed products, sorted by code unit. */
  names(kind: 'category' | 'tag'): string[] {
    return this.#values
      .sorted(kind)
      .map(({ text }) => text)
      .sort()
  }

  #add(entry: Entry): number {
    const slot = this.#free.pop() ?? this.#entries.length
    this.#slots.set(entry.id, slot)
    this.#entries[slot] = entry
    this.#nameKeys[slot] = entry.name.toLowerCase()
    this.#listed.add(slot)
    this.#values.put(slot, entry)
    this.#words.put(slot, entry)
    this.#prices.put(slot, entry)
    return slot
  }

  /** Of a product whose texts are the same; its words, and its place in the order by name and by age, stay. */
  #update(slot: number, known: Entry, entry: Entry): void {
    this.#entries[slot] = entry
    this.#values.removeStock(slot, known)
    this.#values.putStock(slot, entry)
    this.#prices.put(slot, entry)
  }

  /** Moves products to their new places by price; `added` are not in these orders yet. */
  #sortByPrice(repriced: readonly number[], added: readonly number[] = []): void {
    for (const order of Object.values(this.#byPrice)) {
      if (repriced.length > 0) order.remove(new Set(repriced))
      order.insert([...repriced, ...added])
    }
  }

  #page(listed: SlotSet, { page, limit, sortBy }: ListQuery, found: Found | undefined): number[] {
    const skip = (page - 1) * limit
    if (sortBy !== undefined) {
      const order = { ...this.#byName, ...this.#byPrice }[sortBy]
      return order.page(listed, skip, limit)
    }
    if (found === undefined) return this.#newest.page(listed, skip, limit)
    const byRank: number[][] = []
    for (const slot of this.#newest.all()) {
      if (!listed.has(slot)) continue
      const rank = found.ranks[slot] ?? 0
      byRank[rank] ??= []
      byRank[rank].push(slot)
    }
    return byRank.flat().slice(skip, skip + limit)
  }

  #entriesAt(slots: readonly number[]): Entry[] {
    return slots.map((slot) => this.#entries[slot]).filter((entry) => entry !== undefined)
  }

  #orders(): SortedSlots[] {
    return [this.#newest, ...Object.values(this.#byName), ...Object.values(this.#byPrice)]
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

const hasSamePrice = (a: Entry, b: Entry) =>
  a.priceKobo === b.priceKobo && JSON.stringify(a.discount) === JSON.stringify(b.discount)

const hasSameText = (a: Entry, b: Entry) => JSON.stringify(fixedPart(a)) === JSON.stringify(fixedPart(b))

/** All but what a list reads from the entry itself, or #update brings up to date: a new field is compared unless it is left out here. */
function fixedPart({ stock, priceKobo, discount, images, ratingSum, ratingCount, ...fixed }: Entry) {
  return fixed
}
