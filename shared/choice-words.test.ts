import { expect, test } from 'vitest'
import { choiceWords, lineName } from './choice-words.ts'

test('colour and size are shown if the product has them', () => {
  expect(choiceWords({ color: 'black', size: 'M' })).toBe('black - M')
  expect(choiceWords({ color: '', size: '50 ml' })).toBe('50 ml')
  expect(choiceWords({ color: '', size: '' })).toBe('')
})

test('a line name contains the choices that it has', () => {
  expect(lineName({ name: 'Danfo Tee', color: 'black', size: 'S' })).toBe('Danfo Tee (black, S)')
  expect(lineName({ name: 'Eko Cap', color: '', size: '' })).toBe('Eko Cap')
})
