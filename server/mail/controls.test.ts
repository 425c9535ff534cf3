import { expect, test } from 'vitest'
import { withoutControls } from './outbox.ts'

test('a mail’s plain text and subject have no characters that steer a terminal or turn a line', () => {
  const typed = 'Ada \u001b[31mObi\u0000 \u202eevil\u2066\r\n\tÀdìrẹ 👩🏾‍🎨'
  const plain = 'Ada [31mObi evil\n\tÀdìrẹ 👩🏾‍🎨'
  expect(withoutControls({ subject: typed, text: typed, html: typed })).toEqual({
    subject: plain,
    text: plain,
    html: typed,
  })
})
