/**
 * A set of slots (the numbers of products in the index) with a bit for each: 100,000 products are 12.5 KB, and what two sets have in
 * common is found 32 products at a time.
 */
export class SlotSet {
  #words = new Int32Array(4)

  static of(slots: Iterable<number>): SlotSet {
    const set = new SlotSet()
    for (const slot of slots) set.add(slot)
    return set
  }

  /** What any of them has: a new set, unless it is only one. */
  static any(sets: readonly SlotSet[]): SlotSet {
    const [first] = sets
    if (first !== undefined && sets.length === 1) return first
    const union = new SlotSet()
    const words = new Int32Array(Math.max(0, ...sets.map((set) => set.#words.length)))
    for (const set of sets) {
      const added = set.#words
      for (let i = 0; i < added.length; i++) words[i] = (words[i] ?? 0) | (added[i] ?? 0)
    }
    union.#words = words
    return union
  }

  add(slot: number): void {
    const at = slot >>> 5
    if (at >= this.#words.length) {
      const grown = new Int32Array(Math.ceil((at + 1) * 1.2))
      grown.set(this.#words)
      this.#words = grown
    }
    this.#words[at] = (this.#words[at] ?? 0) | (1 << (slot & 31))
  }

  delete(slot: number): void {
    const at = slot >>> 5
    if (at < this.#words.length) this.#words[at] = (this.#words[at] ?? 0) & ~(1 << (slot & 31))
  }

  has(slot: number): boolean {
    return (((this.#words[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1
  }

  isEmpty(): boolean {
    return this.#words.every((word) => word === 0)
  }

  /** A new set of what both have. */
  common(other: SlotSet): SlotSet {
    const set = new SlotSet()
    set.#words = this.#words.slice(0, other.#words.length)
    for (let i = 0; i < set.#words.length; i++) set.#words[i] = (set.#words[i] ?? 0) & (other.#words[i] ?? 0)
    return set
  }

  count(): number {
    return this.countCommon(this)
  }

  countCommon(other: SlotSet): number {
    const [left, right] = [this.#words, other.#words]
    const length = Math.min(left.length, right.length)
    let count = 0
    for (let i = 0; i < length; i++) count += bitsIn((left[i] ?? 0) & (right[i] ?? 0))
    return count
  }
}

/** How many bits of a 32-bit number are set: added up in pairs, then fours, then bytes. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
