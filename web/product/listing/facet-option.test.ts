import { expect, test } from 'vitest'
import { facetOptions } from './facet-option.ts'

test('a choice without products cannot be selected, unless it is active', () => {
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

test('a choice is active however the address writes it', () => {
  expect(facetOptions([{ value: 'Off White', count: 2 }], ['off white'])).toEqual([
    { value: 'Off White', count: 2, isSelected: true, isDisabled: false },
  ])
})

test('an active choice that the server no longer lists stays', () => {
  expect(facetOptions([], ['Gone'])).toEqual([
    { value: 'Gone', count: 0, isSelected: true, isDisabled: false },
  ])
})

test('before the choices are known, the active ones are there, without counts', () => {
  expect(facetOptions(undefined, ['Rose'])).toEqual([
    { value: 'Rose', count: undefined, isSelected: true, isDisabled: false },
  ])
})

test('values that only differ in capitals are chosen one by one', () => {
  const selected = (chosen: string[]) =>
    facetOptions(
      [
        { value: 'Wine', count: 2 },
        { value: 'wine', count: 1 },
      ],
      chosen,
    ).map(({ isSelected }) => isSelected)
  expect(selected(['wine'])).toEqual([false, true])
  expect(selected(['Wine', 'wine'])).toEqual([true, true])
  expect(selected(['WINE'])).toEqual([true, true])
})
