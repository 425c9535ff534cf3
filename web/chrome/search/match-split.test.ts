import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SAME_CASES } from '#test/support/property.ts'
import { splitMatches } from './match-split.ts'

const marked = (name: string, query: string) =>
  splitMatches(name, query)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('')

test('the match is marked in the name as written, ignoring case', { tags: ['2.56'] }, () => {
  expect(marked('Eko Boxy Tee', 'ek')).toBe('[Ek]o Boxy Tee')
  expect(marked('Eko Boxy Tee', 'BOXY')).toBe('Eko [Boxy] Tee')
})

test('every word of the query is marked, wherever it occurs', () => {
  expect(marked('Eko Boxy Tee', 'tee eko')).toBe('[Eko] Boxy [Tee]')
  expect(marked('Tee for Tees', 'tee')).toBe('[Tee] for [Tee]s')
})

test('accents and dots do not hide a match, composed or not', () => {
  expect(marked('ÈKÓ jersey', 'eko')).toBe('[ÈKÓ] jersey')
  expect(marked('Ṣòkòtò', 'soko')).toBe('[Ṣòkò]tò')
  expect(marked('ẹ̀wà cap', 'ewa')).toBe('[ẹ̀wà] cap')
})

test('a product found by another word is shown unmarked', () => {
  expect(marked('Danfo Hoodie', 'jumper')).toBe('Danfo Hoodie')
  expect(marked('Danfo Hoodie', '  ')).toBe('Danfo Hoodie')
  expect(splitMatches('', 'a')).toEqual([])
})

test('the parts always spell the name, and alternate', () => {
  const unit = fc.constantFrom(
    'a',
    'A',
    'b',
    'É',
    'e',
    '\u0301',
    '\u0323',
    'ß',
    's',
    'İ',
    'i',
    '👕',
    ' ',
    '-',
  )
  const text = fc.string({ unit, maxLength: 12 })
  fc.assert(
    fc.property(text, text, (name, query) => {
      const parts = splitMatches(name, query)
      const spelled = parts.map((part) => part.text).join('')
      return spelled === name && parts.every((part, index) => part.isMatch !== parts[index + 1]?.isMatch)
    }),
    SAME_CASES,
  )
})
