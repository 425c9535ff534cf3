/** Integer kobo (1 naira = 100 kobo): the only form in which money is stored, added and compared. */
export type Kobo = number

const FORMAT_WHOLE = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 0 })
const FORMAT_KOBO = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

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

/** "₦12,500", or "₦12,499.50" when there are kobo. Takes naira as on the wire; the locale is fixed so server and browser agree. */
export function formatNaira(naira: number): string {
  const sign = naira < 0 ? '-' : ''
  const amount = Math.abs(naira)
  return `${sign}₦${Number.isInteger(amount) ? FORMAT_WHOLE.format(amount) : FORMAT_KOBO.format(amount)}`
}
