import type { ProductQuery } from '#shared/contract/product.ts'
import type { Prices } from './prices.ts'
import { SlotSet } from './slot-set.ts'
import { byKind, type Kind, type Values } from './value.ts'

export type ListQuery = Omit<ProductQuery, 'view'>
/** With its categories, tags, colours and sizes as products spell them. */
export type SpeltQuery = Omit<ListQuery, Kind> & Record<Kind, readonly string[]>

/** The parameters that choose products, besides the words searched for. */
export type FilterName = Exclude<keyof ListQuery, 'search' | 'sortBy' | 'page' | 'limit'>

export type FilterData = { values: Values; prices: Prices; slotOf: (id: string) => number | undefined }

/** The products that a filter leaves, of which only listed ones count; undefined where it is not asked for. */
type Filter = (query: SpeltQuery, data: FilterData) => SlotSet | undefined

const anyOf =
  (kind: Kind): Filter =>
  (query, { values }) =>
    query[kind].length === 0 ? undefined : SlotSet.any(query[kind].map((text) => values.with(kind, text)))

/**
 * Shoppers who filter by size want something to wear: a colour or a size is found only where it is in stock, and both only where they
 * are in stock together.
 */
const pair: Filter = ({ color, size }, { values }) =>
  color.length + size.length === 0 ? undefined : values.inStock(color, size)

const price: Filter = ({ minPrice, maxPrice }, { prices }) =>
  minPrice === undefined && maxPrice === undefined
    ? undefined
    : prices.between(minPrice ?? 0, maxPrice ?? Number.POSITIVE_INFINITY)

/** Each parameter's filter; those that are decided together have the same one. All of them apply. */
export const FILTERS: Readonly<Record<FilterName, Filter>> = {
  ids: ({ ids }, { slotOf }) => ids && SlotSet.of(ids.flatMap((id) => slotOf(id) ?? [])),
  category: anyOf('category'),
  tag: anyOf('tag'),
  color: pair,
  size: pair,
  inStock: ({ inStock }, { values }) => (inStock ? values.inStock() : undefined),
  onSale: ({ onSale }, { prices }) => (onSale ? prices.onSale : undefined),
  minPrice: price,
  maxPrice: price,
}

/** The query with its values as products spell them. */
export function spell(query: ListQuery, values: Values): SpeltQuery {
  const spelt = (kind: Kind) => [query[kind] ?? []].flat().flatMap((text) => values.spelt(kind, text))
  return { ...query, ...byKind((kind) => [...new Set(spelt(kind))]) }
}

/** What each filter that is asked for leaves. */
export function selectByFilter(query: SpeltQuery, data: FilterData): Map<Filter, SlotSet> {
  const selected = new Map<Filter, SlotSet>()
  for (const filter of new Set(Object.values(FILTERS))) {
    const set = filter(query, data)
    if (set !== undefined) selected.set(filter, set)
  }
  return selected
}

/** What all filters leave of a set together, but for those of some parameters. */
export function applyFilters(
  set: SlotSet,
  selected: ReadonlyMap<Filter, SlotSet>,
  without: readonly FilterName[] = [],
): SlotSet {
  const left = new Set(without.map((name) => FILTERS[name]))
  let common = set
  for (const [filter, chosen] of selected) if (!left.has(filter)) common = common.common(chosen)
  return common
}
