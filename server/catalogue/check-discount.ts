import { z } from 'zod'
import { lagosMoment } from '#shared/lagos-time.ts'
import type { Kobo } from '#shared/naira.ts'
import type { CatalogueProduct, KnownProduct } from './catalogue.ts'
import { moment, naira, number, optional, readFields } from './field.ts'
import type { Findings, Row } from './finding.ts'

const DISCOUNT_TYPE = {
  type: z.enum(['fixed', 'percentage'], 'must be "fixed" or "percentage"'),
  expiresAt: optional(moment('day ends')),
}
const DISCOUNT_AMOUNT = {
  fixed: { amount: naira },
  percentage: {
    amount: number
      .min(0, 'must not be negative')
      .max(100, 'must not be above 100 percent')
      .refine((percent) => Number.isInteger(round(percent * 100)), 'must not have more than two decimals')
      .transform((percent) => Math.round(percent * 100)),
  },
}

/** Checks the discount of a row, also the stored one if the row does not name any. */
export function checkDiscount(
  row: Row,
  price: Kobo | undefined,
  { known, now }: { known: KnownProduct | undefined; now: Date },
  findings: Findings,
): CatalogueProduct['discount'] {
  const given = row.fields.discount
  const knownEnd = endAhead(known?.discountExpiresAt ?? null, now)
  if (given === undefined) {
    const hasEnded = known?.discountExpiresAt && knownEnd === null
    if (!hasEnded) warnOfRemainingDiscount(row, price, known, findings)
    return undefined
  }
  if (given === null) return null
  if (typeof given !== 'object') {
    findings.fault(row, 'discount', 'discount must be an object: { type, amount, expiresAt }')
    return null
  }
  const discountRow = discountAsRow(row, given)
  const { discountType, discountExpiresAt } = readFields(
    { discountType: DISCOUNT_TYPE.type, discountExpiresAt: DISCOUNT_TYPE.expiresAt },
    discountRow,
    findings,
  )
  if (discountType === undefined) return null
  const { discountAmount } = readFields(
    { discountAmount: DISCOUNT_AMOUNT[discountType].amount },
    discountRow,
    findings,
  )
  if (discountAmount === undefined) return null
  if (discountType === 'fixed' && price !== undefined && discountAmount >= price) {
    findings.warning(
      row,
      'discountAmount',
      'discountAmount is not below the price, the product will cost nothing',
    )
  }
  const endRemains = discountRow.fields.discountExpiresAt === undefined
  if (endRemains && knownEnd !== null) {
    findings.warning(
      row,
      'discountExpiresAt',
      `discountExpiresAt is not named, the discount keeps the end that the shop has: ${lagosMoment(knownEnd.toISOString())}`,
    )
  }
  const expiresAt = endRemains ? undefined : (discountExpiresAt ?? null)
  return { type: discountType, value: discountAmount, expiresAt }
}

/** A price may be imported that is lower than the discount that the shop has. */
function warnOfRemainingDiscount(
  row: Row,
  price: Kobo | undefined,
  known: KnownProduct | undefined,
  findings: Findings,
): void {
  if (known?.discountType !== 'fixed' || known.discountValue === null || price === undefined) return
  if (known.discountValue < price) return
  findings.warning(
    row,
    'price',
    'price is not above the discount that the shop has, the product costs nothing as long as that lasts',
  )
}

/** Renames the discount's fields to the CSV column names, so that the messages are the same for both formats. */
function discountAsRow(row: Row, discount: object): Row {
  const parts = Object.entries(discount).map(([part, value]) => [
    `discount${part.charAt(0).toUpperCase()}${part.slice(1)}`,
    value,
  ])
  return { ...row, fields: { sku: row.fields.sku, ...Object.fromEntries(parts) } }
}

/** Removes floating-point noise: 12.34 × 100 is 1234.0000000000002 or so. */
function round(value: number): number {
  return Math.round(value * 1e6) / 1e6
}

/** The end of a discount, unless it has passed: a new discount must not end with an old one. */
export function endAhead(expiresAt: Date | null, now: Date): Date | null {
  return expiresAt !== null && expiresAt > now ? expiresAt : null
}
