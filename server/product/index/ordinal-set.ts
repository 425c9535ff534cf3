import { addAll, type Bits, clearBit, countCommon, hasBit, haveCommon, setBit, wordsFor } from './bits.ts'

const FIRST_ROOM = 4
/** Below this a list is small whatever the size of the catalogue. */
const LIST_MIN = 64

/**
 * A stored set of ordinals: a sorted list while it is sparse, a bitmap once that is smaller, which is from one in 32 on.
 * Most words and many values are rare, and a few are everywhere.
 */
export class OrdinalSet {
  #list: Uint32Array = new Uint32Array(FIRST_ROOM)
  #count = 0
  #bits: Bits | undefined

  get count(): number {
    return this.#count
  }

  has(ordinal: number): boolean {
    if (this.#bits) return hasBit(this.#bits, ordinal)
    const at = this.#placeOf(ordinal)
    return at < this.#count && this.#list[at] === ordinal
  }

  add(ordinal: number): void {
    if (this.#bits) {
      this.#addBit(ordinal)
      return
    }
    const at = this.#placeOf(ordinal)
    if (at < this.#count && this.#list[at] === ordinal) return
    const highest = Math.max(ordinal, this.#count === 0 ? 0 : (this.#list[this.#count - 1] ?? 0))
    if (this.#count >= LIST_MIN && this.#count >= wordsFor(highest)) {
      this.#becomeBits(highest)
      this.#addBit(ordinal)
      return
    }
    if (this.#count === this.#list.length) this.#growList()
    this.#list.copyWithin(at + 1, at, this.#count)
    this.#list[at] = ordinal
    this.#count += 1
  }

  delete(ordinal: number): void {
    if (!this.has(ordinal)) return
    this.#count -= 1
    if (this.#bits) clearBit(this.#bits, ordinal)
    else {
      const at = this.#placeOf(ordinal)
      this.#list.copyWithin(at, at + 1, this.#count + 1)
    }
  }

  addTo(target: Bits): void {
    if (this.#bits) addAll(target, this.#bits)
    else for (let i = 0; i < this.#count; i++) setBit(target, this.#list[i] ?? 0)
  }

  /** The size of the intersection with the other set. */
  countIn(other: Bits): number {
    if (this.#bits) return countCommon(this.#bits, other)
    let count = 0
    for (let i = 0; i < this.#count; i++) if (hasBit(other, this.#list[i] ?? 0)) count += 1
    return count
  }

  /** Whether it intersects the other set; usually decided after the first few. */
  meets(other: Bits): boolean {
    if (this.#bits) return haveCommon(this.#bits, other)
    for (let i = 0; i < this.#count; i++) if (hasBit(other, this.#list[i] ?? 0)) return true
    return false
  }

  bytes(): number {
    return (this.#bits ?? this.#list).byteLength
  }

  #placeOf(ordinal: number): number {
    // New ordinals are the highest: nearly every add is at the end.
    if (this.#count > 0 && (this.#list[this.#count - 1] ?? 0) < ordinal) return this.#count
    let low = 0
    let high = this.#count
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#list[middle] ?? 0) < ordinal) low = middle + 1
      else high = middle
    }
    return low
  }

  #growList(): void {
    const grown = new Uint32Array(Math.ceil(this.#list.length * 1.5))
    grown.set(this.#list)
    this.#list = grown
  }

  #becomeBits(highest: number): void {
    const bits = new Int32Array(wordsFor(highest + 1))
    for (let i = 0; i < this.#count; i++) setBit(bits, this.#list[i] ?? 0)
    this.#bits = bits
    this.#list = new Uint32Array(0)
  }

  #addBit(ordinal: number): void {
    const bits = this.#bits ?? new Int32Array(0)
    if (hasBit(bits, ordinal)) return
    this.#count += 1
    if (ordinal >>> 5 >= bits.length) {
      const grown = new Int32Array(Math.ceil(wordsFor(ordinal + 1) * 1.1))
      grown.set(bits)
      this.#bits = grown
    }
    setBit(this.#bits ?? bits, ordinal)
  }
}
