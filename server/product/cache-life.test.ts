import { expect, test } from 'vitest'
import { cacheLife } from './api.ts'

const NOW = new Date('2026-11-20T09:00:00Z')
const shown = (...inS: (number | null)[]) =>
  inS.map((seconds) => ({
    discount:
      seconds === null
        ? null
        : {
            type: 'fixed' as const,
            amount: 1,
            expiresAt: new Date(NOW.getTime() + seconds * 1000).toISOString(),
          },
  }))
const elsewhere = (halfS: number) => `public, max-age=0, s-maxage=${halfS}, stale-while-revalidate=${halfS}`

test.each([
  ['no discount', shown(null), 45, 7],
  ['discounts that end later', shown(3_600, 90), 45, 7],
  ['one that ends in half a minute', shown(null, 31, 3_600), 30, 7],
  ['one that ends in ten seconds', shown(10), 9, 4],
  ['one that has ended', shown(-5), 0, 0],
])('with %s', (_, products, seconds, halfS) => {
  expect(cacheLife(products, { now: NOW, behindMs: 0 })).toEqual({ seconds, cacheControl: elsewhere(halfS) })
})

test.each([
  [6_500, 38, 4],
  [20_000, 25, 0],
  [60_000, 0, 0],
])('of an index that is %i ms behind', (behindMs, seconds, halfS) => {
  expect(cacheLife(shown(null), { now: NOW, behindMs })).toEqual({ seconds, cacheControl: elsewhere(halfS) })
})
