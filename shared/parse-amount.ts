import { type Kobo, koboFromNaira } from './naira.ts'

/** An amount as people type it, "12,500" or "₦12500.50", in kobo; undefined if it is none. */
export function parseAmount(text: string): Kobo | undefined {
  const plain = text.replace(/[₦,\s]/g, '')
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(plain)) return undefined
  const kobo = koboFromNaira(Number(plain))
  return kobo === 0 ? undefined : kobo
}
