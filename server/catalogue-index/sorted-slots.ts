import type { SlotSet } from './slot-set.ts'

/**
 * Slots in an order, in which no two are equal. They are sorted when they are next read after a change: where few have moved, that is
 * little more than one pass.
 */
export class SortedSlots {
  readonly #slots: number[] = []
  readonly #compare: (left: number, right: number) => number
  #isSorted = true

  constructor(compare: (left: number, right: number) => number) {
    this.#compare = compare
  }

  add(slot: number): void {
    this.#slots.push(slot)
    this.#isSorted = false
  }

  /** To be called when what they are sorted by has changed. */
  resort(): void {
    this.#isSorted = false
  }

  /** From the first to the last. */
  all(): readonly number[] {
    if (!this.#isSorted) this.#slots.sort(this.#compare)
    this.#isSorted = true
    return this.#slots
  }

  /** Of those in the set, the ones from this place on. */
  page(set: SlotSet, skip: number, limit: number): number[] {
    const found: number[] = []
    let toSkip = skip
    for (const slot of this.all()) {
      if (found.length === limit) break
      if (!set.has(slot)) continue
      if (toSkip > 0) toSkip -= 1
      else found.push(slot)
    }
    return found
  }

  first(set: SlotSet): number | undefined {
    return this.page(set, 0, 1)[0]
  }
}
