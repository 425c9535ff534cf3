import { describe, expect, test } from 'vitest'
import { chunksOf, formsOf, singularOf } from './search-words.ts'

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
