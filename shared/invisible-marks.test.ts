import { expect, test } from 'vitest'
import { withoutInvisibleMarks } from './invisible-marks.ts'

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
