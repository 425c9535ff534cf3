/** Integer kobo (1 naira = 100 kobo): the only form in which money is stored, added and compared. */
export type Kobo = number

/** Where a comma stands: before each three last digits. */
const THOUSANDS = /\B(?=(?:\d{3})+$)/g

/** Naira as sent on the wire (at most two decimals) to kobo. Throws a RangeError when the number is not an exact amount of kobo. */
export function koboFromNaira(naira: number): Kobo {
  const kobo = Math.round(naira * 100)
  if (!Number.isSafeInteger(kobo) || Math.abs(kobo - naira * 100) > 1e-4) {
    throw new RangeError(`Not an amount in whole kobo: ${naira}`)
  }
  return kobo
}

export function nairaFromKobo(kobo: Kobo): number {
  return kobo / 100
}

/**
 * "₦12,500", or "₦12,499.50" when there are kobo. Takes naira as on the wire. As Intl writes en-NG, but without it: a browser
 * takes 17 ms or more to make its first formatter, a cheap phone four times that, while the page it starts waits.
 */
export function formatNaira(naira: number): string {
  const sign = naira < 0 ? '-' : ''
  const [whole = '', kobo] = Math.abs(naira)
    .toFixed(Number.isInteger(naira) ? 0 : 2)
    .split('.')
  return `${sign}₦${whole.replace(THOUSANDS, ',')}${kobo === undefined ? '' : `.${kobo}`}`
}

/** The same, of kobo. */
export const formatKobo = (kobo: Kobo): string => formatNaira(nairaFromKobo(kobo))
