import { expect, test } from 'vitest'
import { chipLabel, priceChips, sliderEnd } from './price-chip.ts'

test.each([
  [0, 0, []],
  [12_000, 18_000, []],
  [20_000, 50_000, []],
  [4_500, 18_500, ['Under ₦5k', '₦5k–10k', '₦10k and up']],
  [9_000, 120_000, ['Under ₦10k', '₦10k–20k', '₦20k–50k', '₦50k–100k', '₦100k and up']],
])('prices from %i to %i are offered as %j', (lowest, highest, labels) => {
  expect(priceChips(lowest, highest).map(chipLabel)).toEqual(labels)
})

test.each([
  [0, 1_000_000],
  [95, 100],
  [18_500, 19_000],
  [180_000, 180_000],
  [1_222_067, 1_000_000],
])('with %i as the highest price the slider ends at %i', (highest, end) => {
  expect(sliderEnd(highest)).toBe(end)
})
