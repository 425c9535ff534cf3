import { expect, test } from 'vitest'
import { shownRange, totalPagesOf } from './list-total.ts'

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
