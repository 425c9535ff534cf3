import { colourFamily, isColourFamily } from '#shared/colour.ts'
import type { Facets } from '#shared/contract/product.ts'
import { TAG_LISTED_MIN_PRODUCTS } from '#shared/limits.ts'
import { nairaFromKobo } from '#shared/naira.ts'
import type { FilterData, FilterName, SpeltQuery } from './filter.ts'
import { SlotSet } from './slot-set.ts'
import type { SortedSlots } from './sorted-slots.ts'
import { type Kind, VALUE_KINDS, type Values } from './value.ts'

export type FacetData = FilterData & {
  query: SpeltQuery
  /** What the search found, or every product. */
  searched: SlotSet
  byPrice: Record<'lowest' | 'highest', SortedSlots>
}

type Facet<Count> = {
  /** The filters that are not applied to its own counts: each count is what the list would have with that choice instead. */
  without: readonly FilterName[]
  count: (left: SlotSet, data: FacetData) => Count
}

/** Each facet of a list; a facet of the contract that is missing here does not compile. */
export const FACETS: { readonly [Name in keyof Facets]: Facet<Facets[Name]> } = {
  categories: { without: ['category'], count: (left, data) => countValues('category', left, data) },
  // Hundreds of tags are no choice: those that few products carry are found by searching.
  tags: {
    without: ['tag'],
    count: (left, data) =>
      countValues('tag', left, data).filter(
        ({ value }) =>
          data.query.tag.includes(value) || data.values.with('tag', value).count() >= TAG_LISTED_MIN_PRODUCTS,
      ),
  },
  // A colour that is in stock in one of the chosen sizes, and a size in one of the chosen colours.
  colors: {
    without: ['color', 'size'],
    count: (left, data) =>
      withoutLoneFamilies(
        countValues('color', left, data, (text) => data.values.inStock([text], data.query.size)),
        data.query.color,
      ),
  },
  sizes: {
    without: ['color', 'size'],
    count: (left, data) =>
      countValues('size', left, data, (text) => data.values.inStock(data.query.color, [text])),
  },
  inStock: { without: ['inStock'], count: (left, { values }) => left.countCommon(values.inStock()) },
  onSale: { without: ['onSale'], count: (left, { prices }) => left.countCommon(prices.onSale) },
  price: {
    without: ['minPrice', 'maxPrice'],
    count: (left, { byPrice, prices }) => {
      const naira = (slot: number | undefined) => (slot === undefined ? 0 : nairaFromKobo(prices.of(slot)))
      return { min: naira(byPrice.lowest.first(left)), max: naira(byPrice.highest.first(left)) }
    },
  },
}

/** Shoes come in other sizes than shirts. */
const CATEGORY_OWN: readonly Kind[] = ['size', 'color']

function ofChosenCategory(searched: SlotSet, { category }: SpeltQuery, values: Values): SlotSet {
  if (category.length === 0) return searched
  return searched.common(SlotSet.any(category.map((text) => values.with('category', text))))
}

/** A family of one colour is that colour. */
function withoutLoneFamilies(
  colors: { value: string; count: number }[],
  chosen: readonly string[],
): { value: string; count: number }[] {
  const families = colors.map(({ value }) => (isColourFamily(value) ? undefined : colourFamily(value)))
  const isWanted = (value: string) =>
    chosen.includes(value) || families.filter((family) => family === value).length > 1
  return colors.filter(({ value }) => !isColourFamily(value) || isWanted(value))
}

/**
 * Counts the values that any of the searched products has, in the chosen category where each has its own; one that would leave none
 * counts 0. A chosen value stays even where none has
 * it, such as a misspelt one from a shared link, so that it can be removed.
 */
function countValues(
  kind: Kind,
  left: SlotSet,
  { query, searched, values }: FacetData,
  productsWith = (text: string) => values.with(kind, text),
): { value: string; count: number }[] {
  const among = CATEGORY_OWN.includes(kind) ? ofChosenCategory(searched, query, values) : searched
  const offered = values.sorted(kind).filter((text) => among.countCommon(values.with(kind, text)) > 0)
  const missing = query[kind].filter((text) => !offered.includes(text))
  const shown = missing.length === 0 ? offered : [...offered, ...missing].sort(VALUE_KINDS[kind].compare)
  return shown.map((value) => ({ value, count: left.countCommon(productsWith(value)) }))
}
