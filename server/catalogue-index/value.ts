import { compareNames } from '#shared/sort.ts'
import type { Entry } from './entry.ts'
import { compareSizes } from './size-order.ts'
import { SlotSet } from './slot-set.ts'

type ValueKind = {
  /** The values that a product has. */
  of: (entry: Entry) => readonly string[]
  /** Those of them that are in stock; by default all that it has. */
  inStockOf?: (entry: Entry) => readonly string[]
  /** The order in which shoppers see them. */
  compare: (a: string, b: string) => number
}

const inStock = ({ stock }: Entry) => stock.filter(({ quantity }) => quantity > 0)

/** The texts by which products can be filtered. */
export const VALUE_KINDS = {
  category: { of: ({ category }) => [category], compare: compareNames },
  tag: { of: ({ tags }) => tags, compare: compareNames },
  color: {
    of: ({ colors }) => colors,
    inStockOf: (entry) => inStock(entry).map(({ color }) => color),
    compare: compareNames,
  },
  size: {
    of: ({ sizes }) => sizes,
    inStockOf: (entry) => inStock(entry).map(({ size }) => size),
    compare: compareSizes,
  },
} satisfies Record<string, ValueKind>

export type Kind = keyof typeof VALUE_KINDS
const KINDS = Object.keys(VALUE_KINDS) as Kind[]
const kindOf = (kind: Kind): ValueKind => VALUE_KINDS[kind]

export const byKind = <T>(make: (kind: Kind) => T) =>
  Object.fromEntries(KINDS.map((kind) => [kind, make(kind)])) as Record<Kind, T>

/** A value with the products that have it, and those of them that have it in stock. */
export type Value = { text: string; all: SlotSet; inStock: SlotSet }

/** Which products have which values. */
export class Values {
  /** Products with anything in stock. */
  readonly inStock = new SlotSet()
  readonly #values = byKind(() => new Map<string, Value>())
  readonly #sorted: Partial<Record<Kind, Value[]>> = {}
  /** Products with this colour and size in stock as one pair. */
  readonly #pairs = new Map<string, SlotSet>()

  put(slot: number, entry: Entry): void {
    for (const kind of KINDS) {
      for (const text of kindOf(kind).of(entry)) this.#make(kind, text).all.add(slot)
    }
    this.putStock(slot, entry)
  }

  remove(slot: number, entry: Entry): void {
    this.removeStock(slot, entry)
    for (const kind of KINDS) {
      for (const text of kindOf(kind).of(entry)) {
        const value = this.#values[kind].get(text)
        value?.all.delete(slot)
        if (!value?.all.isEmpty()) continue
        this.#values[kind].delete(text)
        delete this.#sorted[kind]
      }
    }
  }

  putStock(slot: number, entry: Entry): void {
    for (const set of this.#stockSets(entry)) set.add(slot)
  }

  /** `entry` is as it was put. */
  removeStock(slot: number, entry: Entry): void {
    for (const set of this.#stockSets(entry)) set.delete(slot)
  }

  find(kind: Kind, text: string): Value | undefined {
    return this.#values[kind].get(text)
  }

  /** All values of a kind in the order in which shoppers see them. */
  sorted(kind: Kind): readonly Value[] {
    const { compare } = kindOf(kind)
    this.#sorted[kind] ??= [...this.#values[kind].values()].sort((a, b) => compare(a.text, b.text))
    return this.#sorted[kind] ?? []
  }

  /**
   * A value that somebody typed, as products spell it: just so if any does, else as those do that write it with other capitals. A value
   * that no product has stays as it is.
   */
  spelt(kind: Kind, typed: string): readonly string[] {
    if (this.#values[kind].has(typed)) return [typed]
    const folded = typed.toLowerCase()
    const others = [...this.#values[kind].keys()].filter((text) => text.toLowerCase() === folded)
    return others.length === 0 ? [typed] : others
  }

  /**
   * The products with any of these colours and any of these sizes in stock, where none means any: in one of the sets that this returns.
   * Both must meet in one pair: a sold-out black M and a red M in stock do not make a black M.
   */
  pairs(colors: readonly string[], sizes: readonly string[]): SlotSet[] {
    const inStock = (kind: Kind, texts: readonly string[]) =>
      texts.flatMap((text) => this.find(kind, text)?.inStock ?? [])
    if (sizes.length === 0) return inStock('color', colors)
    if (colors.length === 0) return inStock('size', sizes)
    return colors.flatMap((color) => sizes.flatMap((size) => this.#pairs.get(pairKey(color, size)) ?? []))
  }

  /** The sets that a product is in for what it has in stock. */
  #stockSets(entry: Entry): SlotSet[] {
    const sets: SlotSet[] = []
    for (const kind of KINDS) {
      const { of, inStockOf } = kindOf(kind)
      for (const text of inStockOf?.(entry) ?? of(entry)) {
        const value = this.#values[kind].get(text)
        if (value !== undefined) sets.push(value.inStock)
      }
    }
    const pairs = inStock(entry)
    for (const { color, size } of pairs) sets.push(this.#pairOf(color, size))
    return pairs.length > 0 ? [...sets, this.inStock] : sets
  }

  #make(kind: Kind, text: string): Value {
    const known = this.#values[kind].get(text)
    if (known !== undefined) return known
    const value = { text, all: new SlotSet(), inStock: new SlotSet() }
    this.#values[kind].set(text, value)
    delete this.#sorted[kind]
    return value
  }

  #pairOf(color: string, size: string): SlotSet {
    const key = pairKey(color, size)
    const pair = this.#pairs.get(key) ?? new SlotSet()
    this.#pairs.set(key, pair)
    return pair
  }
}

/** No text that enters the shop has a line break. */
const pairKey = (color: string, size: string) => `${color}\n${size}`
