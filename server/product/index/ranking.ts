import { addAll, type Bits, countCommon, flipAll, keepCommon, removeAll } from './bits.ts'
import type { Order } from './order.ts'
import type { Scratch } from './scratch.ts'

/**
 * How well each product of a set matches, 0 the best, as bit-sliced binary numbers: one bitmap holds the last digit of
 * every rank, the next one the digit before it. Adding to all ranks at once then costs the same for one product and for
 * 100,000, and for any number of typed words.
 */
export class Ranking {
  readonly #scratch: Scratch
  readonly #digits: readonly Bits[]
  #isAnyRanked = false

  /** `highestRank` is the maximum that all additions together may reach. */
  constructor(scratch: Scratch, highestRank: number) {
    this.#scratch = scratch
    this.#digits = Array.from({ length: digitsOf(highestRank) }, () => scratch.empty())
  }

  /** Adds i to the rank of everything in the i-th set; the sets are disjoint. Undefined stands for an empty set. */
  addRanks(sets: readonly (Bits | undefined)[]): void {
    if (this.#isAnyRanked) this.#addToRanks(sets)
    else for (const [digit, ranks] of this.#digits.entries()) addDigitOf(sets, digit, ranks)
    this.#isAnyRanked = true
  }

  #addToRanks(sets: readonly (Bits | undefined)[]): void {
    const before = this.#scratch.taken
    const carry = this.#scratch.empty()
    for (const [digit, sum] of this.#digits.entries()) {
      const taken = this.#scratch.taken
      const addend = this.#scratch.empty()
      addDigitOf(sets, digit, addend)
      this.#addDigit(sum, addend, carry)
      this.#scratch.freeTo(taken)
    }
    this.#scratch.freeTo(before)
  }

  /** Adds a digit and the carry to `sum`, and leaves the new carry in `carry`. */
  #addDigit(sum: Bits, addend: Bits, carry: Bits): void {
    const both = this.#scratch.copy(sum)
    keepCommon(both, addend)
    flipAll(sum, addend)
    const again = this.#scratch.copy(sum)
    keepCommon(again, carry)
    flipAll(sum, carry)
    carry.set(both)
    addAll(carry, again)
  }

  /** A page of the set: the best first, ties in the order given. */
  page(set: Bits, count: number, order: Order, { skip, take }: { skip: number; take: number }): number[] {
    const found: number[] = []
    const visit = (part: Bits, partCount: number, digit: number, skipped: number): void => {
      if (digit < 0) {
        found.push(...order.page(part, partCount, { skip: skipped, take: take - found.length }))
        return
      }
      const ones = this.#digits[digit]
      const onesCount = ones === undefined ? 0 : countCommon(part, ones)
      const zerosCount = partCount - onesCount
      if (ones === undefined || onesCount === 0) {
        visit(part, partCount, digit - 1, skipped)
        return
      }
      if (zerosCount > skipped) {
        const zeros = this.#scratch.copy(part)
        removeAll(zeros, ones)
        visit(zeros, zerosCount, digit - 1, skipped)
      }
      const left = Math.max(0, skipped - zerosCount)
      if (found.length >= take || onesCount <= left) return
      const rest = this.#scratch.copy(part)
      keepCommon(rest, ones)
      visit(rest, onesCount, digit - 1, left)
    }
    visit(set, count, this.#digits.length - 1, skip)
    return found
  }
}

function digitsOf(rank: number): number {
  return 32 - Math.clz32(rank)
}

/** Adds to the target everything with this digit set in its rank. */
function addDigitOf(sets: readonly (Bits | undefined)[], digit: number, target: Bits): void {
  for (let rank = 1; rank < sets.length; rank++) {
    const set = ((rank >>> digit) & 1) === 1 ? sets[rank] : undefined
    if (set !== undefined) addAll(target, set)
  }
}
