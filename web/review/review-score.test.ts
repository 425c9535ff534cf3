import { expect, test } from 'vitest'
import { averageRating, basedOn, reviewDate } from './review-score.ts'

test('the average has one decimal', () => {
  expect(averageRating([{ rating: 5 }, { rating: 4 }, { rating: 4 }])).toBe('4.3')
  expect(averageRating([{ rating: 5 }])).toBe('5.0')
  expect(averageRating([])).toBeUndefined()
})

test('reviews are counted in the plural unless there is one', () => {
  expect([0, 1, 2].map(basedOn)).toEqual(['Based on 0 reviews', 'Based on 1 review', 'Based on 2 reviews'])
})

test('a date is long US English, by the Lagos day', () => {
  expect(reviewDate('2026-03-09T12:00:00.000Z')).toBe('March 9, 2026')
  expect(reviewDate('2026-12-31T23:30:00.000Z')).toBe('January 1, 2027')
})
