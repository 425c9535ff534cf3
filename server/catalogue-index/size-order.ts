const LETTER_SIZES = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '2XL', 'XXXL', '3XL', '4XL', '5XL']

const BY_NAME = new Intl.Collator('en', { numeric: true })

/**
 * The usual order of sizes: letters from small to large, then numbers ("38", "50 ml") by amount, then the rest by name, in
 * which numbers count too ("UK 9" before "UK 10").
 */
export function compareSizes(a: string, b: string): number {
  const left = place(a)
  const right = place(b)
  return (
    left.group - right.group ||
    left.amount - right.amount ||
    BY_NAME.compare(a, b) ||
    (a < b ? -1 : a > b ? 1 : 0)
  )
}

function place(size: string): { group: number; amount: number } {
  const letters = LETTER_SIZES.indexOf(size.trim().toUpperCase())
  if (letters !== -1) return { group: 0, amount: letters }
  const amount = Number.parseFloat(size)
  return Number.isNaN(amount) ? { group: 2, amount: 0 } : { group: 1, amount }
}
