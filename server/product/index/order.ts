import { type Bits, hasBit, ordinalsOf } from './bits.ts'

/** A set this many times smaller than the order is sorted faster than found by walking the order. */
const SORTED_BELOW = 256

/**
 * Ordinals in sorted order. `compare` never returns 0 for two different ones, and its result for two ordinals may change
 * only while at least one of them is not in the order.
 */
export class Order {
  #ordinals = new Uint32Array(0)
  #count = 0
  readonly #compare: (left: number, right: number) => number

  constructor(compare: (left: number, right: number) => number) {
    this.#compare = compare
  }

  get count(): number {
    return this.#count
  }

  at(place: number): number {
    return this.#ordinals[place] ?? 0
  }

  /**
   * Inserts ordinals that are not in it. One pass for any number of them, so that the end of a sale costs a millisecond
   * and not a thousand.
   */
  insert(ordinals: readonly number[]): void {
    const coming = ordinals.toSorted(this.#compare)
    const places = coming.map((ordinal) => this.#placeOf(ordinal))
    this.#makeRoom(this.#count + coming.length)
    let end = this.#count
    for (let i = coming.length - 1; i >= 0; i--) {
      const place = places[i] ?? 0
      this.#ordinals.copyWithin(place + i + 1, place, end)
      this.#ordinals[place + i] = coming[i] ?? 0
      end = place
    }
    this.#count += coming.length
  }

  /** Removes ordinals that are in it; they must still compare as when they were inserted. */
  remove(ordinals: readonly number[]): void {
    const places = ordinals.map((ordinal) => this.#placeOf(ordinal)).toSorted((a, b) => a - b)
    places.forEach((place, i) => {
      this.#ordinals.copyWithin(place - i, place + 1, places[i + 1] ?? this.#count)
    })
    this.#count -= places.length
  }

  /** Binary search: the first place whose ordinal fits, given that all that fit come after all that do not. */
  firstPlace(fits: (ordinal: number) => boolean): number {
    let low = 0
    let high = this.#count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (fits(this.#ordinals[middle] ?? 0)) high = middle
      else low = middle + 1
    }
    return low
  }

  /**
   * A page of a set with `count` ordinals, all of them in the order. Walking to the last of 100,000 takes a quarter of a
   * millisecond.
   */
  page(set: Bits, count: number, { skip, take }: Page): number[] {
    const wanted = Math.min(take, count - skip)
    if (wanted <= 0) return []
    if (count * SORTED_BELOW < this.#count) {
      return ordinalsOf(set)
        .sort(this.#compare)
        .slice(skip, skip + wanted)
    }
    const found: number[] = []
    let left = skip
    for (let place = 0; place < this.#count && found.length < wanted; place++) {
      const ordinal = this.#ordinals[place] ?? 0
      if (!hasBit(set, ordinal)) continue
      if (left > 0) left -= 1
      else found.push(ordinal)
    }
    return found
  }

  #placeOf(ordinal: number): number {
    return this.firstPlace((other) => this.#compare(other, ordinal) >= 0)
  }

  #makeRoom(count: number): void {
    if (count <= this.#ordinals.length) return
    const grown = new Uint32Array(Math.ceil(count * 1.1))
    grown.set(this.#ordinals)
    this.#ordinals = grown
  }
}

export type Page = { skip: number; take: number }
