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

export function countBits(bits: Bits): number {
  let count = 0
  for (let i = 0; i < bits.length; i++) count += bitsIn(bits[i] ?? 0)
  return count
}

export function countCommon(left: Bits, right: Bits): number {
  const common = Math.min(left.length, right.length)
  let count = 0
  for (let i = 0; i < common; i++) count += bitsIn((left[i] ?? 0) & (right[i] ?? 0))
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
