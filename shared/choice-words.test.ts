import { expect, test } from 'vitest'
import { choiceWords } from './choice-words.ts'

test('colour and size are shown if the product has them', () => {
  expect(choiceWords({ color: 'black', size: 'M' })).toBe('black - M')
  expect(choiceWords({ color: '', size: '50 ml' })).toBe('50 ml')
  expect(choiceWords({ color: '', size: '' })).toBe('')
})
