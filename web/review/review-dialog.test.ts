import { expect, test } from 'vitest'
import { REVIEWS_LISTED_MAX } from '#shared/limits.ts'
import { averageRating, wholeScore } from './review-dialog.tsx'
import { basedOn } from './review-text.tsx'

test('the average has one decimal', { tags: ['2.151', '9.21'] }, () => {
  expect(averageRating([{ rating: 5 }, { rating: 4 }, { rating: 4 }])).toBe('4.3')
  expect(averageRating([{ rating: 5 }])).toBe('5.0')
  expect(averageRating([])).toBeUndefined()
})

test('the score is that of the list, or of the product when the list does not hold all reviews', () => {
  const rated = (count: number) => Array.from({ length: count }, () => ({ rating: 5 }))
  const product = { ratings: 4.25, numReviews: REVIEWS_LISTED_MAX + 7 }
  expect(wholeScore(rated(2), product)).toEqual({ average: '5.0', count: 2 })
  expect(wholeScore(rated(REVIEWS_LISTED_MAX), product)).toEqual({
    average: '4.3',
    count: REVIEWS_LISTED_MAX + 7,
  })
  expect(wholeScore([], { ratings: 0, numReviews: 0 })).toEqual({ average: undefined, count: 0 })
})

test('reviews are counted in the plural unless there is one', { tags: ['2.152'] }, () => {
  expect([0, 1, 2].map(basedOn)).toEqual(['Based on 0 reviews', 'Based on 1 review', 'Based on 2 reviews'])
})
