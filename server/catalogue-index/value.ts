import { compareNames } from '#shared/sort.ts'
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
  category: { of: ({ category }) => [category], compare: compareNames },
  tag: { of: ({ tags }) => tags, compare: compareNames },
  color: { of: ({ colors }) => colors, compare: compareNames },
  size: { of: ({ sizes }) => sizes, compare: compareSizes },
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
    if (this.#sets[kind].has(typed)) return [typed]
    const folded = typed.toLowerCase()
    const others = [...this.#sets[kind].keys()].filter((text) => text.toLowerCase() === folded)
    return others.length === 0 ? [typed] : others
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
      VALUE_KINDS[kind].of(entry).map((key) => ({ sets: this.#sets[kind], key })),
    )
    const inStock = entry.stock.filter(({ quantity }) => quantity > 0)
    const pairs = inStock.flatMap(({ color, size }) => [
      pairKey(color, size),
      pairKey(color, undefined),
      pairKey(undefined, size),
      pairKey(undefined, undefined),
    ])
    return [...values, ...[...new Set(pairs)].map((key) => ({ sets: this.#pairs, key }))]
  }
}

/** No text that enters the shop has a line break. */
const ANY = '\n'
const pairKey = (color: string | undefined, size: string | undefined) => `${color ?? ANY}\n${size ?? ANY}`

const LETTER_SIZES = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '2XL', 'XXXL', '3XL', '4XL', '5XL']
const BY_NAME = new Intl.Collator('en', { numeric: true })

/**
 * The usual order of sizes: letters from small to large, then numbers ("38", "50 ml") by amount, then the rest by name, in
 * which numbers count too ("UK 9" before "UK 10").
 */
export function compareSizes(a: string, b: string): number {
  const [left, right] = [sizePlace(a), sizePlace(b)]
  const byPlace = left.group - right.group || left.amount - right.amount
  return byPlace || BY_NAME.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)
}

function sizePlace(size: string): { group: number; amount: number } {
  const letters = LETTER_SIZES.indexOf(size.trim().toUpperCase())
  if (letters !== -1) return { group: 0, amount: letters }
  const amount = Number.parseFloat(size)
  return Number.isNaN(amount) ? { group: 2, amount: 0 } : { group: 1, amount }
}
