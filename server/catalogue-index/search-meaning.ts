import type { ListQuery } from './filter.ts'
import { letterSizeOf } from './value.ts'

/** Below it, a number is a size or an age and no price. */
const PRICE_MIN_NAIRA = 100

const AMOUNT = String.raw`(?:₦|ngn|n)?\s*(\d[\d,]*(?:\.\d+)?)\s*(k\b)?(?:\s*naira\b)?`
const priceAfter = (words: string) => new RegExp(String.raw`(?<!\S)(?:${words})\s+${AMOUNT}(?!\S)`, 'i')
const BETWEEN = new RegExp(
  String.raw`(?<!\S)(?:between|from)\s+${AMOUNT}\s*(?:and|to|-|–)\s*${AMOUNT}(?!\S)`,
  'i',
)
const UNDER = priceAfter('under|below|less than|up to|at most|not more than|max')
const OVER = priceAfter('over|above|more than|at least|from|min')
const SALE = /(?<!\S)(?:on[\s-]+sale|sales?|discount(?:ed|s)?|promo)(?!\S)/i
const NAMED_SIZE = /(?<!\S)size\s+(\S+)/i

/**
 * What a search means besides its words: "XL hoodie" are hoodies in XL, "sale" is what costs less now, "under 20k" is a price.
 * The same query where it means no more than its words. A filter that was chosen wins over one that is read here.
 */
export function readMeaning(query: ListQuery, sizesCalled: (word: string) => readonly string[]): ListQuery {
  let words = query.search ?? ''
  const meant: Pick<ListQuery, 'minPrice' | 'maxPrice' | 'onSale' | 'size'> = {}
  const read = (pattern: RegExp, accept: (...groups: (string | undefined)[]) => boolean) => {
    const [all, ...groups] = pattern.exec(words) ?? []
    if (all !== undefined && accept(...groups)) words = words.replace(all, ' ')
  }

  read(BETWEEN, (from, fromK, to, toK) => {
    const [low, high] = [nairaOf(from, fromK ?? toK), nairaOf(to, toK)]
    if (low === undefined || high === undefined || low > high) return false
    Object.assign(meant, { minPrice: low, maxPrice: high })
    return true
  })
  read(UNDER, (amount, k) => {
    const price = nairaOf(amount, k)
    if (price !== undefined) meant.maxPrice = price
    return price !== undefined
  })
  read(OVER, (amount, k) => {
    const price = nairaOf(amount, k)
    if (price !== undefined) meant.minPrice = price
    return price !== undefined
  })
  read(SALE, () => {
    meant.onSale = true
    return true
  })
  const takeSize = (sizes: readonly string[]) => {
    if (sizes.length > 0) meant.size = [...new Set([...(meant.size ?? []), ...sizes])]
    return sizes.length > 0
  }
  read(NAMED_SIZE, (word = '') => takeSize(sizesCalled(word)))
  words = words
    .split(/\s+/)
    .filter((word) => letterSizeOf(word) === undefined || !takeSize(sizesCalled(word)))
    .join(' ')

  if (Object.keys(meant).length === 0) return query
  return { ...meant, ...query, search: words.trim() === '' ? undefined : words.trim() }
}

function nairaOf(amount = '', thousands?: string): number | undefined {
  const naira = Number(amount.replaceAll(',', '')) * (thousands === undefined ? 1 : 1_000)
  return naira >= PRICE_MIN_NAIRA ? naira : undefined
}
