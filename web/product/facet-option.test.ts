import { expect, test } from 'vitest'
import { facetOptions } from './facet-option.ts'

test('an empty choice cannot be taken, unless it is in force', () => {
  const options = facetOptions(
    [
      { value: 'Black', count: 4 },
      { value: 'Navy', count: 0 },
      { value: 'Rose', count: 0 },
    ],
    ['Rose'],
  )
  expect(options.map(({ value, isSelected, isDisabled }) => [value, isSelected, isDisabled])).toEqual([
    ['Black', false, false],
    ['Navy', false, true],
    ['Rose', true, false],
  ])
})

test('a choice in force that the server no longer lists stays', () => {
  expect(facetOptions([], ['Gone'])).toEqual([
    { value: 'Gone', count: 0, isSelected: true, isDisabled: false },
  ])
})
