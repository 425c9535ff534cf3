import { describe, expect, test } from 'vitest'
import { formsOf } from './search-words.ts'
import { synonymsOf, TRADE_WORDS } from './trade-word.ts'

describe('synonyms', () => {
  test('a narrow word does not find everything that the broad one does', () => {
    expect(synonymsOf('ankara')).not.toContain('native')
    expect(synonymsOf('sneaker')).not.toContain('sandal')
    expect(synonymsOf('navy')).not.toContain('blue')
    expect(synonymsOf('unisex')).toEqual([])
    expect(synonymsOf('men')).not.toContain('women')
  })

  test('never lead to the word itself', () => {
    for (const word of TRADE_WORDS) {
      expect(synonymsOf(word).length).toBeGreaterThan(0)
      for (const form of formsOf(word))
        expect([word, synonymsOf(word)]).not.toEqual([word, expect.arrayContaining([form])])
    }
  })

  test('a word outside the trade has none', () => {
    expect(synonymsOf('constructor')).toEqual([])
  })
})
