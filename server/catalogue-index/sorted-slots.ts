import type { SlotSet } from './slot-set.ts'

/** Slots in an order. `compare` never returns 0 for two different ones. */
export class SortedSlots {
  #slots = new Uint32Array(64)
  #count = 0
  readonly #compare: (left: number, right: number) => number

  constructor(compare: (left: number, right: number) => number) {
    this.#compare = compare
  }

  /** Inserts slots that are not in it; any number of them moves the others only once. */
  insert(slots: readonly number[]): void {
    const coming = slots.toSorted(this.#compare)
    const places = coming.map((slot) => this.#placeOf(slot))
    this.#makeRoom(this.#count + coming.length)
    let end = this.#count
    for (let i = coming.length - 1; i >= 0; i--) {
      const place = places[i] ?? 0
      this.#slots.copyWithin(place + i + 1, place, end)
      this.#slots[place + i] = coming[i] ?? 0
      end = place
    }
    this.#count += coming.length
  }

  remove(slots: ReadonlySet<number>): void {
    let remaining = 0
    for (let i = 0; i < this.#count; i++) {
      const slot = this.#slots[i] ?? 0
      if (!slots.has(slot)) this.#slots[remaining++] = slot
    }
    this.#count = remaining
  }

  /** From the first to the last; to be read at once, not stored. */
  all(): Uint32Array {
    return this.#slots.subarray(0, this.#count)
  }

  /** Of those in the set, the ones from this place on. */
  page(set: SlotSet, skip: number, take: number): number[] {
    const found: number[] = []
    let toSkip = skip
    for (let i = 0; i < this.#count && found.length < take; i++) {
      const slot = this.#slots[i] ?? 0
      if (!set.has(slot)) continue
      if (toSkip > 0) toSkip -= 1
      else found.push(slot)
    }
    return found
  }

  first(set: SlotSet): number | undefined {
    return this.page(set, 0, 1)[0]
  }

  /** By binary search: how many come before this one. */
  #placeOf(slot: number): number {
    let low = 0
    let high = this.#count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(this.#slots[middle] ?? 0, slot) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  #makeRoom(count: number): void {
    if (count <= this.#slots.length) return
    const grown = new Uint32Array(Math.ceil(count * 1.2))
    grown.set(this.#slots)
    this.#slots = grown
  }
}
