/** Integer kobo (1 naira = 100 kobo): the only form in which money is stored, added and compared. */
export type Kobo = number

/** The nearest amount in whole kobo. */
export function nearestKobo(naira: number): Kobo {
  return Math.round(naira * 100)
}

/** Naira as sent on the wire (at most two decimals) to kobo. Throws a RangeError when the number is not an exact amount of kobo. */
export function koboFromNaira(naira: number): Kobo {
  const kobo = nearestKobo(naira)
  if (!Number.isSafeInteger(kobo) || Math.abs(kobo - naira * 100) > 1e-4) {
    throw new RangeError(`Not an amount in whole kobo: ${naira}`)
  }
  return kobo
}

export function nairaFromKobo(kobo: Kobo): number {
  return kobo / 100
}

/**
 * "₦12,500", or "₦12,499.50" when there are kobo. Takes naira as on the wire. Matches Intl for en-NG, but does not use
 * it: a browser takes 17 ms or more to create its first formatter, a cheap phone four times that, and the page that it is
 * starting waits.
 */
export function formatNaira(naira: number): string {
  const isWhole = Number.isInteger(naira)
  let text = Math.abs(naira).toFixed(isWhole ? 0 : 2)
  // A comma before every three digits, without a regular expression: a listing has a hundred prices.
  for (let at = text.length - (isWhole ? 3 : 6); at > 0; at -= 3)
    text = `${text.slice(0, at)},${text.slice(at)}`
  return `${naira < 0 ? '-' : ''}₦${text}`
}

/** The same for kobo. */
export const formatKobo = (kobo: Kobo): string => formatNaira(nairaFromKobo(kobo))
