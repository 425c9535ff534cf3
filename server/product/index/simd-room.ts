import type { Bits } from './bits.ts'
import { BLOCK_BYTES, openSimd } from './simd.ts'

/**
 * SIMD only reaches its own memory, which is divided into places of one size: two for operands that live elsewhere and
 * are copied in (a tenth of the time of working on them), the others for sets that one query needs. One memory serves
 * every index of the process, since a query is never interrupted.
 */
export const simd = openSimd()

const WORD_BYTES = 4
const GUEST_PLACES = 2
const PLACES = 64
const PAGE_BYTES = 65_536

let placeBytes = 0
let buffer = simd?.memory.buffer
/** All of it, to copy operands into without a new view for each. */
let memory = new Int32Array(buffer ?? new ArrayBuffer())

/** From here on, places have room for this many words. Their previous contents must no longer be used. */
export function makePlaces(words: number): void {
  const needed = Math.ceil((words * WORD_BYTES) / BLOCK_BYTES) * BLOCK_BYTES
  if (simd === undefined || needed <= placeBytes) return
  const missing = (GUEST_PLACES + PLACES) * needed - simd.memory.buffer.byteLength
  // Grow even by zero: it detaches the places handed out so far.
  simd.memory.grow(Math.max(0, Math.ceil(missing / PAGE_BYTES)))
  placeBytes = needed
  buffer = simd.memory.buffer
  memory = new Int32Array(buffer)
}

/** Bits in the i-th place; undefined if there is none, or none large enough. */
export function bitsAtPlace(i: number, words: number): Bits | undefined {
  if (buffer === undefined || i >= PLACES || words * WORD_BYTES > placeBytes) return undefined
  return new Int32Array(buffer, (GUEST_PLACES + i) * placeBytes, words)
}

/** Whether these can be changed in place. */
export function isInPlace(bits: Bits): boolean {
  return bits.buffer === buffer
}

/** The address of at least the first `words` words, as the first or the second operand; undefined if they do not fit. */
export function addressOf(bits: Bits, words: number, operand: 0 | 1): number | undefined {
  if (isInPlace(bits)) return bits.byteOffset
  if (buffer === undefined || words * WORD_BYTES > placeBytes) return undefined
  const address = operand * placeBytes
  memory.set(bits.length * WORD_BYTES <= placeBytes ? bits : bits.subarray(0, words), address / WORD_BYTES)
  return address
}
