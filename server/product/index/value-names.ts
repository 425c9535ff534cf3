import { compareNames } from '#shared/sort.ts'
import { compareSizes } from '../size-order.ts'

export const KINDS = ['category', 'tag', 'color', 'size'] as const
export type Kind = (typeof KINDS)[number]

/** Numbers for the texts that products can be filtered by. A number is never reused. */
export class ValueNames {
  readonly #numbers: Record<Kind, Map<string, number>> = {
    category: new Map(),
    tag: new Map(),
    color: new Map(),
    size: new Map(),
  }
  /** Numbers by what the texts have in common if capitals make no difference. */
  readonly #spellings: Record<Kind, Map<string, number[]>> = {
    category: new Map(),
    tag: new Map(),
    color: new Map(),
    size: new Map(),
  }
  readonly #texts: string[] = []
  readonly #sorted: Partial<Record<Kind, number[]>> = {}

  get count(): number {
    return this.#texts.length
  }

  find(kind: Kind, text: string): number | undefined {
    return this.#numbers[kind].get(text)
  }

  /** The numbers of all texts that are this one but for capitals. */
  spellings(kind: Kind, text: string): readonly number[] {
    return this.#spellings[kind].get(text.toLowerCase()) ?? []
  }

  numberOf(kind: Kind, text: string): number {
    const known = this.#numbers[kind].get(text)
    if (known !== undefined) return known
    const added = this.#texts.length
    this.#texts.push(text)
    this.#numbers[kind].set(text, added)
    const folded = text.toLowerCase()
    this.#spellings[kind].set(folded, [...this.spellings(kind, text), added])
    delete this.#sorted[kind]
    return added
  }

  textOf(value: number): string {
    return this.#texts[value] ?? ''
  }

  /** All values of a kind in the order in which shoppers see them. */
  sorted(kind: Kind): readonly number[] {
    const compare = valueOrder(kind)
    this.#sorted[kind] ??= [...this.#numbers[kind].values()].sort((a, b) =>
      compare(this.textOf(a), this.textOf(b)),
    )
    return this.#sorted[kind] ?? []
  }
}

export function valueOrder(kind: Kind): (a: string, b: string) => number {
  return kind === 'size' ? compareSizes : compareNames
}
