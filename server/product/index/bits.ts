/**
 * A set of ordinals as a row of bits, 32 to a word. Int32Array rather than Uint32Array: the engine keeps signed words in
 * registers. Sets of one index may differ in length; what lies beyond a set's end is not in it.
 */
export type Bits = Int32Array

export function wordsFor(ordinals: number): number {
  return (ordinals + 31) >>> 5
}

export function hasBit(bits: Bits, ordinal: number): boolean {
  return (((bits[ordinal >>> 5] ?? 0) >>> (ordinal & 31)) & 1) === 1
}

export function setBit(bits: Bits, ordinal: number): void {
  const word = ordinal >>> 5
  bits[word] = (bits[word] ?? 0) | (1 << (ordinal & 31))
}

export function clearBit(bits: Bits, ordinal: number): void {
  const word = ordinal >>> 5
  bits[word] = (bits[word] ?? 0) & ~(1 << (ordinal & 31))
}

export function keepCommon(target: Bits, other: Bits): void {
  const common = Math.min(target.length, other.length)
  for (let i = 0; i < common; i++) target[i] = (target[i] ?? 0) & (other[i] ?? 0)
  target.fill(0, common)
}

export function addAll(target: Bits, other: Bits): void {
  const common = Math.min(target.length, other.length)
  for (let i = 0; i < common; i++) target[i] = (target[i] ?? 0) | (other[i] ?? 0)
}

export function removeAll(target: Bits, other: Bits): void {
  const common = Math.min(target.length, other.length)
  for (let i = 0; i < common; i++) target[i] = (target[i] ?? 0) & ~(other[i] ?? 0)
}

/** Takes out of the set what has been taken before, and notes the rest as taken; whether there is any. */
export function takeNew(set: Bits, taken: Bits): boolean {
  let any = 0
  for (let i = 0; i < set.length; i++) {
    const before = taken[i] ?? 0
    const fresh = (set[i] ?? 0) & ~before
    set[i] = fresh
    taken[i] = before | fresh
    any |= fresh
  }
  return any !== 0
}

export function countBits(bits: Bits): number {
  return countCommon(bits, bits)
}

/**
 * Adds words up bit by bit, as on paper: four of them leave a one, a two and a carried four in each column, and only the
 * fours are counted one by one (Harley and Seal). Half of the time of counting each word.
 */
export function countCommon(left: Bits, right: Bits): number {
  const common = Math.min(left.length, right.length)
  const blocks = common & ~3
  let ones = 0
  let twos = 0
  let fourTimes = 0
  for (let i = 0; i < blocks; i += 4) {
    const a = (left[i] ?? 0) & (right[i] ?? 0)
    const b = (left[i + 1] ?? 0) & (right[i + 1] ?? 0)
    const c = (left[i + 2] ?? 0) & (right[i + 2] ?? 0)
    const d = (left[i + 3] ?? 0) & (right[i + 3] ?? 0)
    const ab = ones ^ a
    const firstTwo = (ones & a) | (ab & b)
    const abOnes = ab ^ b
    const cd = abOnes ^ c
    const secondTwo = (abOnes & c) | (cd & d)
    ones = cd ^ d
    const twosBefore = twos ^ firstTwo
    fourTimes += bitsIn((twos & firstTwo) | (twosBefore & secondTwo))
    twos = twosBefore ^ secondTwo
  }
  let count = 4 * fourTimes + 2 * bitsIn(twos) + bitsIn(ones)
  for (let i = blocks; i < common; i++) count += bitsIn((left[i] ?? 0) & (right[i] ?? 0))
  return count
}

export function hasAny(bits: Bits): boolean {
  for (let i = 0; i < bits.length; i++) if (bits[i] !== 0) return true
  return false
}

/** The ordinals in the set, lowest first. */
export function ordinalsOf(bits: Bits): number[] {
  const ordinals: number[] = []
  for (let i = 0; i < bits.length; i++) {
    for (let word = bits[i] ?? 0; word !== 0; word &= word - 1) ordinals.push((i << 5) | lowestBit(word))
  }
  return ordinals
}

/** The place of the lowest bit of a word that has one. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word)
}

/** Adds up neighbouring bits, then pairs, then fours, and the bytes by one multiplication. */
export function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
