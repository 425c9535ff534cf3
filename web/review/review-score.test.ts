import { expect, test } from 'vitest'
import { averageRating, basedOn } from './review-score.ts'

test('the average has one decimal', () => {
  expect(averageRating([{ rating: 5 }, { rating: 4 }, { rating: 4 }])).toBe('4.3')
  expect(averageRating([{ rating: 5 }])).toBe('5.0')
  expect(averageRating([])).toBeUndefined()
})

test('reviews are counted in the plural unless there is one', () => {
  expect([0, 1, 2].map(basedOn)).toEqual(['Based on 0 reviews', 'Based on 1 review', 'Based on 2 reviews'])
})
