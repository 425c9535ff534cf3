import type { Bits } from './bits.ts'
import { BLOCK_BYTES, openSimd } from './simd.ts'

/**
 * SIMD reaches only what lies in its own memory: places of one size, two for operands that lie elsewhere and are copied
 * there (a tenth of what working on them takes), the others for what is needed during one query. One memory does for every
 * index of the process, since a query is never interrupted.
 */
export const simd = openSimd()

const WORD_BYTES = 4
const GUEST_PLACES = 2
const PLACES = 64
const PAGE_BYTES = 65_536

let placeBytes = 0
let buffer = simd?.memory.buffer

/** From here on places have room for so many words. What lies in them may no longer be used. */
export function makePlaces(words: number): void {
  const needed = Math.ceil((words * WORD_BYTES) / BLOCK_BYTES) * BLOCK_BYTES
  if (simd === undefined || needed <= placeBytes) return
  const missing = (GUEST_PLACES + PLACES) * needed - simd.memory.buffer.byteLength
  // Also by nothing: it takes the places that were given so far from whoever has them still.
  simd.memory.grow(Math.max(0, Math.ceil(missing / PAGE_BYTES)))
  placeBytes = needed
  buffer = simd.memory.buffer
}

/** Bits in the i-th place; undefined when there is none, or none so large. */
export function bitsAtPlace(i: number, words: number): Bits | undefined {
  if (buffer === undefined || i >= PLACES || words * WORD_BYTES > placeBytes) return undefined
  return new Int32Array(buffer, (GUEST_PLACES + i) * placeBytes, words)
}

/** Whether these can be changed where they are. */
export function isInPlace(bits: Bits): boolean {
  return bits.buffer === buffer
}

/** Where the first words of these can be read, as the first or the second operand; undefined when they do not fit. */
export function addressOf(bits: Bits, words: number, operand: 0 | 1): number | undefined {
  if (isInPlace(bits)) return bits.byteOffset
  if (buffer === undefined || words * WORD_BYTES > placeBytes) return undefined
  const address = operand * placeBytes
  new Int32Array(buffer, address, words).set(bits.length === words ? bits : bits.subarray(0, words))
  return address
}
