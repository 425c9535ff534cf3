import { expect, test } from 'vitest'
import { isVisible, withoutInvisibleMarks } from './invisible-marks.ts'

test.each([
  '\u061C',
  '\u200B',
  '\u200E',
  '\u200F',
  '\u202A',
  '\u202C',
  '\u202E',
  '\u2060',
  '\u2066',
  '\u2069',
  '\uFEFF',
])('%j is removed wherever it is', (mark) => {
  expect(withoutInvisibleMarks(`${mark}ada${mark}@b.ng${mark}`)).toBe('ada@b.ng')
})

test('what is visible, or joins what is, stays', () => {
  for (const text of ['Ọláyínká\u0301', '👩🏽\u200D🎤 Ada', 'عبد الله', 'a b\u00A0c', '']) {
    expect(withoutInvisibleMarks(text)).toBe(text)
  }
})

test.each(['', '  ', '\u200B\u2060', '\u200D', '\u00AD\u3164', '\uFE0F', '\u2028'])(
  '%j cannot be seen',
  (text) => {
    expect(isVisible(text)).toBe(false)
  },
)

test.each(['a', '👍', '\u200B❤\uFE0F', 'ọ́'])('%j can be seen', (text) => {
  expect(isVisible(text)).toBe(true)
})
