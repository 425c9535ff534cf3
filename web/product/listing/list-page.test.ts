import { expect, test } from 'vitest'
import { pageWindow, shownRange, totalPagesOf } from './list-page.ts'

test('pages: the server’s number, else 48 per page, else 1 if anything is shown', { tags: ['9.10'] }, () => {
  expect(totalPagesOf({ products: [1], totalPages: 7, total: 1 })).toBe(7)
  expect(totalPagesOf({ products: [1], total: 48 })).toBe(1)
  expect(totalPagesOf({ products: [1], total: 49 })).toBe(2)
  expect(totalPagesOf({ products: [], total: 0 })).toBe(0)
  expect(totalPagesOf({ products: [1, 2], totalPages: null, total: null })).toBe(1)
  expect(totalPagesOf({ products: [] })).toBe(0)
})

test('the range counts from the first of the page', () => {
  expect(shownRange(1, 48, 120)).toBe('1–48 of 120')
  expect(shownRange(3, 24, 120)).toBe('97–120 of 120')
  expect(shownRange(1, 1, 1)).toBe('1 of 1')
  expect(shownRange(999, 0, 120)).toBeUndefined()
})

test.each([
  [1, 0, []],
  [1, 1, []],
  [1, 2, [1, 2]],
  [2, 3, [1, 2, 3]],
  [1, 20, [1, 2, 3, 'gap', 20]],
  [4, 20, [1, 2, 3, 4, 5, 6, 'gap', 20]],
  [5, 20, [1, 'gap', 3, 4, 5, 6, 7, 'gap', 20]],
  [10, 20, [1, 'gap', 8, 9, 10, 11, 12, 'gap', 20]],
  [17, 20, [1, 'gap', 15, 16, 17, 18, 19, 20]],
  [20, 20, [1, 'gap', 18, 19, 20]],
  [999, 20, [1, 'gap', 18, 19, 20]],
])('page %i of %i', { tags: ['9.11', '9.12'] }, (page, totalPages, expected) => {
  expect(pageWindow(page, totalPages)).toEqual(expected)
})
