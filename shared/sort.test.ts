import { describe, expect, test } from 'vitest'
import { compareNames, sortProducts } from './sort.ts'
import { isSort, SORTS } from './sort-order.ts'

const NOW = Date.parse('2026-11-20T09:00:00.000Z')
const product = (name: string, price: number, percentOff = 0) => ({
  name,
  price,
  discount: percentOff === 0 ? null : { type: 'percentage' as const, amount: percentOff, expiresAt: null },
})
const page = [product('Zip', 100), product('àgbà', 90), product('ankara', 160, 50), product('Bag', 100)]
const sorted = (sort: Parameters<typeof sortProducts>[1]) =>
  sortProducts(page, sort, NOW).map(({ name }) => name)

describe('a loaded page', () => {
  test.each([
    ['price-low-high', ['ankara', 'àgbà', 'Zip', 'Bag']],
    ['price-high-low', ['Zip', 'Bag', 'àgbà', 'ankara']],
    ['name-a-z', ['àgbà', 'ankara', 'Bag', 'Zip']],
    ['name-z-a', ['Zip', 'Bag', 'ankara', 'àgbà']],
  ] as const)('%s, ties in the order of the server', { tags: ['7.12', '9.14'] }, (sort, names) => {
    expect(sorted(sort)).toEqual(names)
  })

  test('stays as the server sent it without a sort, and is never mutated', () => {
    const before = [...page]
    expect(sorted(undefined)).toEqual(['Zip', 'àgbà', 'ankara', 'Bag'])
    for (const sort of SORTS) sortProducts(page, sort, NOW)
    expect(page).toEqual(before)
  })
})

describe('names', () => {
  test.each([
    ['without marks', ['Àdìrẹ Set', 'Adire Tee', 'Bag', 'Ẹ̀kọ́ Cap', 'Ekpo', 'Zip']],
    ['with numbers by amount', ['Look 2', 'look 10', 'Look 010 b', 'Look 100']],
    ['without capitals', ['ankara', 'Bag', 'zip']],
  ])('compare %s', (_, names) => {
    expect(names.toReversed().sort(compareNames)).toEqual(names)
    expect(
      names
        .map((name) => name.normalize('NFD'))
        .toReversed()
        .sort(compareNames),
    ).toEqual(names.map((name) => name.normalize('NFD')))
  })

  test('a character beyond the basic plane comes after every basic letter', () => {
    expect(compareNames('\u{1f525}', '\uffee')).toBeGreaterThan(0)
  })
})

test('only the four sorts are sorts', { tags: ['9.14'] }, () => {
  expect(SORTS.every(isSort)).toBe(true)
  for (const other of ['newest', '', undefined, 1, 'toString']) expect(isSort(other)).toBe(false)
})
