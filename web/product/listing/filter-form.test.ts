import { expect, test } from 'vitest'
import { readFilterForm } from './filter-form.tsx'

function formOf(fields: [string, string][]): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

test('every field of the form is part of the search, on page 1', { tags: ['2.121'] }, () => {
  const form = formOf([
    ['search', ' tee '],
    ['category', 'Caps'],
    ['tag', ''],
    ['color', 'black'],
    ['color', 'off-white'],
    ['size', '38'],
    ['minPrice', '9000'],
    ['maxPrice', '2000'],
    ['inStock', 'true'],
    ['sortBy', 'name-a-z'],
    ['page', '4'],
  ])
  expect(readFilterForm(form)).toEqual({
    search: 'tee',
    category: 'Caps',
    color: ['black', 'off-white'],
    size: ['38'],
    minPrice: 2000,
    maxPrice: 9000,
    inStock: true,
    sortBy: 'name-a-z',
  })
})

test('an untouched form asks for everything', () => {
  expect(
    readFilterForm(
      formOf([
        ['search', ''],
        ['minPrice', ''],
        ['maxPrice', ''],
        ['sortBy', ''],
      ]),
    ),
  ).toEqual({})
})
