import { colourFamily } from '#shared/colour.ts'
import { labelKey, labelOf } from '#shared/label.ts'
import { compareCodePoints, compareNames } from '#shared/sort.ts'
import type { Entry } from './entry.ts'
import { SlotSet } from './slot-set.ts'

type ValueKind = {
  /** The values that a product has. */
  of: (entry: Entry) => readonly string[]
  /** The order in which shoppers see them. */
  compare: (a: string, b: string) => number
}

/** The texts by which products can be filtered. */
export const VALUE_KINDS = {
  category: { of: ({ category }) => [labelOf(category)], compare: compareLabels },
  tag: { of: ({ tags }) => tags.map(labelOf), compare: compareLabels },
  color: { of: ({ colors }) => colors.map(labelOf).flatMap(withFamily), compare: compareLabels },
  size: { of: ({ sizes }) => sizes.map(labelOf), compare: compareSizes },
} satisfies Record<string, ValueKind>

export type Kind = keyof typeof VALUE_KINDS
const KINDS = Object.keys(VALUE_KINDS) as Kind[]

export const byKind = <T>(make: (kind: Kind) => T) =>
  Object.fromEntries(KINDS.map((kind) => [kind, make(kind)])) as Record<Kind, T>

/** Which products have which values. */
export class Values {
  readonly #sets = byKind(() => new Map<string, SlotSet>())
  /** Products by the colour and size that they have in stock. */
  readonly #pairs = new Map<string, SlotSet>()
  #sorted: Partial<Record<Kind, readonly string[]>> = {}

  put(slot: number, entry: Entry): void {
    for (const { sets, key } of this.#placesOf(entry)) {
      const known = sets.get(key)
      known?.add(slot)
      if (known !== undefined) continue
      sets.set(key, SlotSet.of([slot]))
      this.#sorted = {}
    }
  }

  /** `entry` is as it was put. */
  remove(slot: number, entry: Entry): void {
    for (const { sets, key } of this.#placesOf(entry)) {
      const known = sets.get(key)
      known?.delete(slot)
      if (!known?.isEmpty()) continue
      sets.delete(key)
      this.#sorted = {}
    }
  }

  /** The products that have a value. */
  with(kind: Kind, text: string): SlotSet {
    return this.#sets[kind].get(text) ?? new SlotSet()
  }

  /** All values of a kind in the order in which shoppers see them. */
  sorted(kind: Kind): readonly string[] {
    const sorted = this.#sorted[kind] ?? [...this.#sets[kind].keys()].sort(VALUE_KINDS[kind].compare)
    this.#sorted[kind] = sorted
    return sorted
  }

  /**
   * A value that somebody typed, as products spell it: just so if any does, else as those do that write it with other capitals. A value
   * that no product has stays as it is.
   */
  spelt(kind: Kind, typed: string): readonly string[] {
    const known = this.known(kind, typed)
    return known.length === 0 ? [typed] : known
  }

  /** The same, without one that no product has. */
  known(kind: Kind, typed: string): readonly string[] {
    if (this.#sets[kind].has(typed)) return [typed]
    const key = labelKey(typed)
    return [...this.#sets[kind].keys()].filter((text) => labelKey(text) === key)
  }

  /**
   * The products with any of these colours and any of these sizes in stock, where none means any. Both must meet in one pair: a sold-out
   * black M and a red M in stock do not make a black M.
   */
  inStock(colors: readonly string[] = [], sizes: readonly string[] = []): SlotSet {
    const anyOf = (texts: readonly string[]) => (texts.length === 0 ? [undefined] : texts)
    return SlotSet.any(
      anyOf(colors).flatMap((color) =>
        anyOf(sizes).flatMap((size) => this.#pairs.get(pairKey(color, size)) ?? []),
      ),
    )
  }

  /** Where a product is listed: under its values, and under each pair in stock, also by its colour or its size alone. */
  #placesOf(entry: Entry): { sets: Map<string, SlotSet>; key: string }[] {
    const values = KINDS.flatMap((kind) =>
      [...new Set(VALUE_KINDS[kind].of(entry))].map((key) => ({ sets: this.#sets[kind], key })),
    )
    const inStock = entry.stock.filter(({ quantity }) => quantity > 0)
    const pairs = inStock.flatMap((stocked) => {
      const size = labelOf(stocked.size)
      return [...withFamily(labelOf(stocked.color)), undefined].flatMap((color) => [
        pairKey(color, size),
        pairKey(color, undefined),
      ])
    })
    return [...values, ...[...new Set(pairs)].map((key) => ({ sets: this.#pairs, key }))]
  }
}

/** No text that enters the shop has a line break. */
const ANY = '\n'
const pairKey = (color: string | undefined, size: string | undefined) => `${color ?? ANY}\n${size ?? ANY}`

/** A product is found by each of its colours, and by their families: navy also by "all blue". */
function withFamily(color: string): string[] {
  const family = colourFamily(color)
  return family === undefined ? [color] : [color, family]
}

/** Names that fold to the same are told apart, so that every process offers them in one order. */
function compareLabels(a: string, b: string): number {
  return compareNames(a, b) || compareCodePoints(a, b)
}

const LETTER_SIZES = ['XXXS', 'XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', 'XXXL', '4XL', '5XL', '6XL']
const COUNTED_SIZES: Readonly<Record<string, string>> = {
  '2XS': 'XXS',
  '3XS': 'XXXS',
  '2XL': 'XXL',
  '3XL': 'XXXL',
}
const BY_NAME = new Intl.Collator('en', { numeric: true })

/** How large a size of letters is, "2XL" as large as "XXL"; undefined for any other size. */
export function letterSizeOf(size: string): number | undefined {
  const letters = labelKey(size).toUpperCase()
  const place = LETTER_SIZES.indexOf(COUNTED_SIZES[letters] ?? letters)
  return place === -1 ? undefined : place
}

/**
 * The usual order of sizes: letters from small to large, of two the larger ("S/M" after S and M), then numbers without a unit, then
 * those with one ("50 ml") by unit and amount, then the rest by name, in which numbers count too ("UK 9" before "UK 10").
 */
export function compareSizes(a: string, b: string): number {
  const [left, right] = [sizePlace(a), sizePlace(b)]
  const byPlace =
    left.group - right.group || BY_NAME.compare(left.unit, right.unit) || left.amount - right.amount
  return byPlace || BY_NAME.compare(a, b) || compareCodePoints(a, b)
}

function sizePlace(size: string): { group: number; unit: string; amount: number } {
  const letters = size.split('/').map(letterSizeOf)
  if (letters.every((place) => place !== undefined))
    return { group: 0, unit: '', amount: Math.max(...letters) + (letters.length - 1) / 2 }
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)\s*(.*)$/.exec(size.trim()) ?? []
  if (amount === undefined) return { group: 3, unit: '', amount: 0 }
  return { group: unit === '' ? 1 : 2, unit, amount: Number(amount) }
}
