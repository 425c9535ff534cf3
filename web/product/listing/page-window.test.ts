import { expect, test } from 'vitest'
import { pageWindow } from './page-window.ts'

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
