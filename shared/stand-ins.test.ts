import { expect, test } from 'vitest'
import { replaceStandIns, withoutEncodedStandIns, withoutStandIns, withStandIns } from './stand-ins.ts'

const WORDS = '₦5,000 – ₦9,000 — “Fit’s” … ©¡¿é'
function sent(text: string): string {
  const bytes = Buffer.from(text)
  replaceStandIns(bytes)
  return bytes.toString()
}

test('words with stand-ins take one byte a character, and are sent as they were', () => {
  const written = withStandIns(WORDS)
  expect(written).toMatch(/^[\0-\xff]*$/)
  expect(Buffer.byteLength(written)).toBe(Buffer.byteLength(WORDS))
  expect(withoutStandIns(written)).toBe(WORDS)
  expect(sent(written)).toBe(WORDS)
})

test('so are the words of a link, whose characters are percent-encoded', () => {
  const link = (text: string) => `https://wa.me/?text=${encodeURIComponent(text)}`
  const written = withoutEncodedStandIns(link(withStandIns(WORDS)))
  expect(written).toBe(link(WORDS))
  expect(withoutEncodedStandIns('100% cotton, %C2%A0, %E2%82%A6')).toBe('100% cotton, %C2%A0, %E2%82%A6')
})

test.each(['', 'Jara', '👕 ẹ̀kọ́ ₦1 \u2028', '\u00a0\u00bf', '\x81', '\x81 \x7f', '\u00a0\x7f', WORDS])(
  '%j without stand-ins is unchanged',
  (text) => {
    expect([withoutStandIns(text), sent(text)]).toEqual([text, text])
  },
)
