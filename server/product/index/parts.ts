import type { ProductQuery } from '#shared/contract/product.ts'
import { type Bits, setBit } from './bits.ts'
import type { Choices } from './choices.ts'
import type { OrdinalSet } from './ordinal-set.ts'
import type { Prices } from './prices.ts'
import type { Scratch } from './scratch.ts'
import type { Kind } from './value-names.ts'

export type ListQuery = Omit<ProductQuery, 'view'>
/** With its categories, tags, colours and sizes as products spell them. */
export type SpeltQuery = Omit<ListQuery, Kind> & Record<Kind, readonly string[]>

export function spell(query: ListQuery, choices: Choices): SpeltQuery {
  const { category, tag, color = [], size = [] } = query
  const spelt = (kind: Kind, texts: readonly string[]) => [
    ...new Set(texts.flatMap((text) => choices.spelt(kind, text))),
  ]
  return {
    ...query,
    category: category === undefined ? [] : choices.spelt('category', category),
    tag: tag === undefined ? [] : choices.spelt('tag', tag),
    color: spelt('color', color),
    size: spelt('size', size),
  }
}

/**
 * The filters of a list, one set of products each; those not asked for are absent. Colour, size and stock are one:
 * `pair`.
 */
export type Parts = Partial<Record<'ids' | 'category' | 'tag' | 'onSale' | 'price' | 'pair', Bits>>

type Over = {
  choices: Choices
  prices: Prices
  scratch: Scratch
  ordinalOf: (id: string) => number | undefined
}

export function partsOf(query: SpeltQuery, over: Over): Parts {
  const { choices, prices, scratch, ordinalOf } = over
  const { ids, category, tag, onSale, minPrice, maxPrice } = query
  const part = (fill: (bits: Bits) => void): Bits => {
    const bits = scratch.empty()
    fill(bits)
    return bits
  }
  const addIds = (bits: Bits, given: readonly string[]) => {
    for (const ordinal of given.flatMap((id) => ordinalOf(id) ?? [])) setBit(bits, ordinal)
  }
  const addHaving = (bits: Bits, kind: Kind, texts: readonly string[]) => {
    for (const text of texts) choices.having(kind, text)?.addTo(bits)
  }
  const parts: Parts = {}
  if (ids !== undefined) parts.ids = part((bits) => addIds(bits, ids))
  if (category.length > 0) parts.category = part((bits) => addHaving(bits, 'category', category))
  if (tag.length > 0) parts.tag = part((bits) => addHaving(bits, 'tag', tag))
  if (onSale) parts.onSale = part((bits) => prices.discounted.addTo(bits))
  if (minPrice !== undefined || maxPrice !== undefined)
    parts.price = part((bits) => prices.addBetween(bits, minPrice, maxPrice))
  const pair = pairPart(query, over)
  if (pair !== undefined) parts.pair = pair
  return parts
}

/**
 * Chosen colours and sizes must meet in one pair that is in stock: a sold-out black M and a red M in stock do not make a
 * black M. Shoppers who filter by size want something to wear, so sold-out pairs never match.
 */
function pairPart({ color, size, inStock }: SpeltQuery, { choices, scratch }: Over): Bits | undefined {
  if (color.length === 0 && size.length === 0) {
    if (!inStock) return undefined
    const any = scratch.empty()
    choices.inStock.addTo(any)
    return any
  }
  const fitting = scratch.empty()
  for (const set of setsHaving(choices, color, size)) set.addTo(fitting)
  return fitting
}

function setsHaving(choices: Choices, colors: readonly string[], sizes: readonly string[]): OrdinalSet[] {
  if (sizes.length === 0) return colors.flatMap((color) => choices.having('color', color) ?? [])
  if (colors.length === 0) return sizes.flatMap((size) => choices.having('size', size) ?? [])
  const numbersOf = (kind: Kind, texts: readonly string[]) =>
    texts.flatMap((text) => choices.names.find(kind, text) ?? [])
  const sizeNumbers = numbersOf('size', sizes)
  return numbersOf('color', colors).flatMap((color) =>
    sizeNumbers.flatMap((size) => choices.havingPair(color, size) ?? []),
  )
}
