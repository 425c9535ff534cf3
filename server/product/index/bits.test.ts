import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SAME_CASES } from '#test/support/property.ts'
import {
  addAll,
  type Bits,
  countBits,
  countCommon,
  flipAll,
  hasAny,
  haveCommon,
  keepCommon,
  ordinalsOf,
  removeAll,
  setBit,
} from './bits.ts'
import { Scratch } from './scratch.ts'

/** SIMD processes 16 words at a time, and skips sets with fewer than 64. */
const WORDS_MAX = 120

type Made = { words: number; ordinals: number[]; isInPlace: boolean }
const made: fc.Arbitrary<Made> = fc
  .record({ words: fc.integer({ min: 1, max: WORDS_MAX }), share: fc.constantFrom(0, 0.01, 0.5, 1) })
  .chain(({ words, share }) =>
    fc.record({
      words: fc.constant(words),
      isInPlace: fc.boolean(),
      ordinals: fc
        .infiniteStream(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }))
        .map((stream) =>
          Array.from({ length: words * 32 }, (_, i) => i).filter(() => (stream.next().value ?? 0) < share),
        ),
    }),
  )

/** In SIMD memory, or anywhere else. */
function bitsOf({ words, ordinals, isInPlace }: Made, scratch: Scratch): Bits {
  const bits = isInPlace ? scratch.empty().subarray(0, words) : new Int32Array(words)
  for (const ordinal of ordinals) setBit(bits, ordinal)
  return bits
}

const CHANGES = {
  keepCommon: { change: keepCommon, of: (is: boolean, other: boolean) => is && other },
  addAll: { change: addAll, of: (is: boolean, other: boolean) => is || other },
  removeAll: { change: removeAll, of: (is: boolean, other: boolean) => is && !other },
  flipAll: { change: flipAll, of: (is: boolean, other: boolean) => is !== other },
} as const

test('sets of any length, in SIMD memory or not, are counted and changed as by a plain loop', () => {
  const scratch = new Scratch(WORDS_MAX)
  fc.assert(
    fc.property(made, made, (left, right) => {
      const others = new Set(right.ordinals)
      const common = left.ordinals.filter((ordinal) => others.has(ordinal))
      scratch.freeAll(WORDS_MAX)
      const [target, other] = [bitsOf(left, scratch), bitsOf(right, scratch)]
      expect(countBits(target)).toBe(left.ordinals.length)
      expect(hasAny(target)).toBe(left.ordinals.length > 0)
      expect(countCommon(target, other)).toBe(common.length)
      expect(haveCommon(target, other)).toBe(common.length > 0)
      const own = new Set(left.ordinals)
      for (const { change, of } of Object.values(CHANGES)) {
        const changed = scratch.copy(target).subarray(0, left.words)
        change(changed, other)
        const ordinals = Array.from({ length: left.words * 32 }, (_, i) => i)
        const expected = ordinals.filter((i) => of(own.has(i), others.has(i)))
        expect(ordinalsOf(changed).join()).toBe(expected.join())
        expect(ordinalsOf(other).join()).toBe(right.ordinals.join())
      }
    }),
    { ...SAME_CASES, numRuns: 60 },
  )
})

test('when one index grows, sets of another do not overlap its sets', () => {
  const small = new Scratch(WORDS_MAX)
  small.freeAll(WORDS_MAX)
  small.empty()
  const large = new Scratch(WORDS_MAX * 50)
  large.freeAll(WORDS_MAX * 50)
  large.empty()
  small.freeAll(WORDS_MAX)
  const sets = Array.from({ length: 100 }, (_, i) => small.empty().fill(i))
  const elsewhere = new Int32Array(WORDS_MAX).fill(-1)
  expect(countCommon(elsewhere, elsewhere.slice())).toBe(WORDS_MAX * 32)
  expect(sets.map((set) => [set[0], set.at(-1)])).toEqual(sets.map((_, i) => [i, i]))
})
