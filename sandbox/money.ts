/**
 * What the merchant is charged on a local Nigerian card: 1.5% plus ₦100, the ₦100 waived below ₦2,500,
 * never more than ₦2,000. [paystack.com/faqs; support.paystack.com "Transactions pricing"]
 */
export function feesKobo(amountKobo: number): number {
  const flat = amountKobo < 250_000 ? 0 : 10_000
  return Math.min(Math.ceil((amountKobo * 15) / 1000) + flat, 200_000)
}

const naira = new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** With the currency's code, as the provider's own page has it: the fonts of a phone need not contain its sign. */
export function nairaText(kobo: number): string {
  return `NGN ${naira.format(kobo / 100)}`
}
