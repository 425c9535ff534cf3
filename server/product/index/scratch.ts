import type { Bits } from './bits.ts'
import { bitsAtPlace, makePlaces } from './simd-room.ts'

/**
 * Bitmaps for the duration of one query. A query over 100,000 products needs a dozen sets of 12.5 KB: allocating them
 * each time would keep the garbage collector busy. A query is never interrupted, so all of them are free again at its
 * end.
 */
export class Scratch {
  #words: number
  #sets: Bits[] = []
  #taken = 0

  constructor(words: number) {
    this.#words = words
  }

  /** An empty set. */
  empty(): Bits {
    return this.#take().fill(0)
  }

  /** A copy, with room for every ordinal. */
  copy(of: Bits): Bits {
    const bits = this.#take()
    bits.set(of)
    bits.fill(0, of.length)
    return bits
  }

  /** How many sets are in use, to return to with freeTo. */
  get taken(): number {
    return this.#taken
  }

  /** Sets taken since then must no longer be used. */
  freeTo(taken: number): void {
    this.#taken = taken
  }

  /** From here on, sets taken before must not be used; new ones are as large as the index has become. */
  freeAll(words: number): void {
    makePlaces(words)
    this.#taken = 0
    if (words === this.#words) return
    this.#words = words
    this.#sets = []
  }

  #take(): Bits {
    const known = this.#sets[this.#taken]
    // A set is detached (length 0) once another index has grown the memory.
    const bits = known?.length === this.#words ? known : this.#make()
    this.#sets[this.#taken] = bits
    this.#taken += 1
    return bits
  }

  #make(): Bits {
    return bitsAtPlace(this.#taken, this.#words) ?? new Int32Array(this.#words)
  }
}
