import { BLOCK_BYTES, type Change } from './simd.ts'
import { addressOf, isInPlace, simd } from './simd-room.ts'

/**
 * A set of ordinals as a bitmap, 32 to a word. Int32Array rather than Uint32Array: the engine keeps signed words in
 * registers. Sets of one index may differ in length; ordinals beyond a set's end are not in it.
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
  for (let i = changeBlocks('keepCommon', target, other); i < common; i++) {
    target[i] = (target[i] ?? 0) & (other[i] ?? 0)
  }
  target.fill(0, common)
}

export function addAll(target: Bits, other: Bits): void {
  const common = Math.min(target.length, other.length)
  for (let i = changeBlocks('addAll', target, other); i < common; i++) {
    target[i] = (target[i] ?? 0) | (other[i] ?? 0)
  }
}

export function removeAll(target: Bits, other: Bits): void {
  const common = Math.min(target.length, other.length)
  for (let i = changeBlocks('removeAll', target, other); i < common; i++) {
    target[i] = (target[i] ?? 0) & ~(other[i] ?? 0)
  }
}

/** The symmetric difference: leaves what is in exactly one of the two. */
export function flipAll(target: Bits, other: Bits): void {
  const common = Math.min(target.length, other.length)
  for (let i = changeBlocks('flipAll', target, other); i < common; i++) {
    target[i] = (target[i] ?? 0) ^ (other[i] ?? 0)
  }
}

/** Removes from the set what has been taken before, and marks the rest as taken; returns whether there is any. */
export function takeNew(set: Bits, taken: Bits): boolean {
  removeAll(set, taken)
  addAll(taken, set)
  return hasAny(set)
}

export function countBits(bits: Bits): number {
  return countCommon(bits, bits)
}

export function countCommon(left: Bits, right: Bits): number {
  const common = Math.min(left.length, right.length)
  const words = wordsInBlocks(common)
  const leftAddress = words === 0 ? undefined : addressOf(left, words, 0)
  const rightAddress = left === right || leftAddress === undefined ? leftAddress : addressOf(right, words, 1)
  if (simd === undefined || leftAddress === undefined || rightAddress === undefined) {
    return countFrom(0, left, right)
  }
  return simd.countCommon(leftAddress, rightAddress, words * WORD_BYTES) + countFrom(words, left, right)
}

function countFrom(first: number, left: Bits, right: Bits): number {
  const common = Math.min(left.length, right.length)
  let count = 0
  for (let i = first; i < common; i++) count += bitsIn((left[i] ?? 0) & (right[i] ?? 0))
  return count
}

const WORD_BYTES = 4
/** Copying fewer to SIMD memory takes longer than a plain loop over them. */
const BLOCKS_MIN = 4

/** How many of these words SIMD handles; a loop does the rest. */
function wordsInBlocks(words: number): number {
  const blocks = Math.floor((words * WORD_BYTES) / BLOCK_BYTES)
  return blocks < BLOCKS_MIN ? 0 : (blocks * BLOCK_BYTES) / WORD_BYTES
}

/** Changes the words that SIMD can handle, and returns how many. */
function changeBlocks(change: Change, target: Bits, other: Bits): number {
  const words = wordsInBlocks(Math.min(target.length, other.length))
  if (simd === undefined || words === 0 || !isInPlace(target)) return 0
  const address = addressOf(other, words, 1)
  if (address === undefined) return 0
  simd[change](target.byteOffset, address, words * WORD_BYTES)
  return words
}

/** Usually the first few words decide. */
const LOOKED_AT_FIRST = 64

export function hasAny(bits: Bits): boolean {
  return haveCommon(bits, bits)
}

export function haveCommon(left: Bits, right: Bits): boolean {
  const first = Math.min(left.length, right.length, LOOKED_AT_FIRST)
  for (let i = 0; i < first; i++) if (((left[i] ?? 0) & (right[i] ?? 0)) !== 0) return true
  return first === LOOKED_AT_FIRST && countCommon(left, right) > 0
}

/** The ordinals in the set, lowest first. */
export function ordinalsOf(bits: Bits): number[] {
  const ordinals: number[] = []
  for (let i = 0; i < bits.length; i++) {
    for (let word = bits[i] ?? 0; word !== 0; word &= word - 1) ordinals.push((i << 5) | lowestBit(word))
  }
  return ordinals
}

/** The position of the lowest bit of a word that has one. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word)
}

/** Adds adjacent bits, then pairs, then fours, and sums the bytes with one multiplication. */
export function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
