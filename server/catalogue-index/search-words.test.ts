import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SAME_CASES } from '#test/support/property.ts'
import {
  chunksOf,
  formsOf,
  isNeighbourSwap,
  mistakesForgiven,
  singularOf,
  withoutFillers,
} from './search-words.ts'

const joined = (text: string) => chunksOf(text).map((chunk) => chunk.joined)

describe('words', () => {
  test.each([
    ['ÈKÓ', ['eko']],
    ['Ẹ̀kọ́ is home', ['eko', 'is', 'home']],
    ["Men's Tee", ['mens', 'tee']],
    ['Men’s', ['mens']],
    ['  black,white;RED ', ['black', 'white', 'red']],
    ['size 42', ['size', '42']],
    ['a black hoodie', ['a', 'black', 'hoodie']],
    ['🔥 % _ \\ " :* &|! ()', []],
    ['', []],
  ])('%j reads as %j', (text, words) => {
    expect(joined(text)).toEqual(words)
  })

  test.each([
    ['T-Shirt', { joined: 'tshirt', parts: ['t', 'shirt'] }],
    ['t shirt', { joined: 'tshirt', parts: ['t', 'shirt'] }],
    ['co-ord', { joined: 'coord', parts: ['co', 'ord'] }],
    ['NewIn', { joined: 'newin', parts: ['new', 'in'] }],
  ])('%j is one chunk, found joined or by all its parts', (text, chunk) => {
    expect(chunksOf(text)).toEqual([chunk])
  })

  test.each([
    ['perfume for women', ['perfume', 'women']],
    ['the tee with a print', ['tee', 'print']],
    ['the', ['the']],
    ['for-the-win', ['forthewin']],
  ])('%j asks for %j', (text, words) => {
    expect(withoutFillers(chunksOf(text)).map((chunk) => chunk.joined)).toEqual(words)
  })

  test('words contain only letters and digits, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        for (const { joined, parts } of chunksOf(text)) {
          for (const word of [joined, ...parts].flatMap(formsOf))
            expect(word).toMatch(/^[\p{L}\p{N}]{1,40}$/u)
        }
      }),
      SAME_CASES,
    )
  })
})

describe('singular and plural', () => {
  test.each([
    ['hoodie', 'hoodies'],
    ['tee', 'tees'],
    ['dress', 'dresses'],
    ['accessory', 'accessories'],
    ['jersey', 'jerseys'],
    ['shoe', 'shoes'],
    ['watch', 'watches'],
    ['perfume', 'perfumes'],
    ['tie', 'ties'],
    ['jacket', 'jackets'],
  ])('%s and %s are one word', (one, many) => {
    expect(singularOf(many)).toBe(singularOf(one))
  })

  test.each(['shorts', 'canvas', 'bus', 'glass', 'basis'])(
    '%s is not the plural of something shorter that is another word',
    (word) => {
      expect(formsOf(word)[0]).toBe(word)
      expect(singularOf('shorts')).not.toBe(singularOf('short'))
    },
  )
})

describe('typing mistakes', () => {
  test.each([
    ['cap', 0],
    ['tote', 1],
    ['joggers', 1],
    ['trousers', 2],
    ['size42', 0],
  ])('%s may have %i', (word, mistakes) => {
    expect(mistakesForgiven(word)).toBe(mistakes)
  })

  test.each(['otte', 'ttoe', 'toet'])('%s is "tote" with two neighbouring letters swapped', (typed) => {
    expect(isNeighbourSwap('tote', typed)).toBe(true)
    expect(isNeighbourSwap(typed, 'tote')).toBe(true)
  })

  test.each(['tote', 'eott', 'totes', 'toe', 'tate', 'otet', ''])('%s is not', (typed) => {
    expect(isNeighbourSwap('tote', typed)).toBe(false)
  })
})
