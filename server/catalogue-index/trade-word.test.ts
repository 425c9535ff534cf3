import { describe, expect, test } from 'vitest'
import { chunksOf, formsOf } from './search-words.ts'
import { isTradeWord, mergePhrases, synonymsOf, TRADE_WORDS } from './trade-word.ts'

describe('synonyms', () => {
  test.each([
    ['tee', 'tshirt'],
    ['top', 'tee'],
    ['trousers', 'jogger'],
    ['pants', 'trouser'],
    ['kicks', 'sneaker'],
    ['trainers', 'sneaker'],
    ['cap', 'hat'],
    ['kaftan', 'native'],
    ['agbada', 'kaftan'],
    ['native', 'ankara'],
    ['shoes', 'sneaker'],
    ['hooded', 'hoodie'],
    ['hoodies', 'hooded'],
    ['tote', 'bag'],
    ['crossbodybag', 'crossbody'],
    ['cologne', 'perfume'],
    ['knickers', 'shorts'],
    ['palm', 'slipper'],
    ['set', 'twopiece'],
    ['jeans', 'denim'],
    ['gray', 'grey'],
    ['ash', 'grey'],
    ['maroon', 'wine'],
    ['blue', 'navy'],
    ['navyblue', 'navy'],
    ['ladies', 'women'],
    ['mens', 'unisex'],
    ['newarrivals', 'newin'],
  ])('%s also finds %s', (typed, other) => {
    expect(synonymsOf(typed)).toContain(other)
  })

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

test.each(['gown', 'gowns', 'black', 'gold', 'greys', 'skirt', 'polos', 'coat', 'boots'])(
  '%s is not a typo',
  (typed) => {
    expect(isTradeWord(typed)).toBe(true)
  },
)

describe('phrases that are one word', () => {
  test.each([
    ['face cap', ['facecap']],
    ['red face caps', ['red', 'facecaps']],
    ['two piece', ['twopiece']],
    ['up and down', ['upanddown']],
    ['hooded sweatshirt', ['hoodedsweatshirt']],
    ['navy blue tee', ['navyblue', 'tee']],
    ['off white', ['offwhite']],
    ['aso oke', ['asooke']],
    ['track suit', ['tracksuit']],
    ['cross body bag', ['crossbodybag']],
    ['royal blue', ['royal', 'blue']],
    ['palm slippers black', ['palmslippers', 'black']],
    ['cap and tee', ['cap', 'and', 'tee']],
    ['tee shirts', ['teeshirts']],
    ['2 piece', ['2piece']],
    ['jeans trousers', ['jeanstrousers']],
    ['long sleeve shirt', ['longsleeve', 'shirt']],
    ['black tee', ['black', 'tee']],
    ['grey black tee', ['grey', 'black', 'tee']],
  ])('%s reads as %j', (typed, words) => {
    const isKnown = (word: string) => ['longsleeve', 'greyblack'].includes(word)
    expect(mergePhrases(chunksOf(typed), isKnown).map((chunk) => chunk.joined)).toEqual(words)
  })
})
