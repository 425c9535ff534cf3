import { z } from 'zod'
import { swatchHex } from '#shared/colour.ts'
import { CATEGORY_TAGS } from '#shared/contract/app-data.ts'
import type { Kobo } from '#shared/naira.ts'
import type { CatalogueProduct } from './catalogue.ts'
import { checkStock } from './check-stock.ts'
import { listOf, moment, naira, number, optional, readFields, text, textOrNone } from './field.ts'
import type { Findings } from './finding.ts'
import type { Row } from './row.ts'

const NAME_MAX_CHARS = 120
const DESCRIPTION_MAX_CHARS = 5_000
/** Filter URLs hold several colours or sizes separated by commas. */
const choice = text(40).refine((name) => !name.includes(','), 'must not hold a comma')

const PRODUCT = {
  sku: text(64),
  name: text(NAME_MAX_CHARS),
  description: z.preprocess((value) => value ?? '', textOrNone(DESCRIPTION_MAX_CHARS)),
  category: text(60).refine(
    (category) => categoryTagRead(category) === undefined,
    'must not be NewIn or BestSellers, those are tags',
  ),
  price: naira,
  tags: listOf(
    30,
    text(40).refine((tag) => (categoryTagRead(tag) ?? tag) === tag, {
      error: ({ input }) => `must be written ${categoryTagRead(String(input))}`,
    }),
  ),
  colors: listOf(30, choice),
  sizes: listOf(30, choice),
  images: listOf(100, text(400)),
  addedAt: optional(moment('day starts')),
}

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

/** Checks a row. Undefined when it has faults, which are added to `findings`. */
export function checkProduct(row: Row, findings: Findings): CatalogueProduct | undefined {
  const faultsBefore = findings.faults.length
  const fields = readFields(PRODUCT, row, findings)
  for (const list of ['tags', 'colors', 'sizes', 'images'] as const) {
    for (const entry of repeated(fields[list] ?? []))
      findings.fault(row, list, `${list} names "${entry}" twice`)
  }
  const discount = checkDiscount(row, fields.price, findings)
  const stock = checkStock(row, fields, findings)
  for (const color of fields.colors ?? []) {
    if (swatchHex(color) === undefined) {
      findings.warning(
        row,
        'colors',
        `the colour "${color}" is not in the swatch table, it will have no swatch colour`,
      )
    }
  }
  warnOfFewPictures(row, fields, findings)
  if (findings.faults.length > faultsBefore) return undefined
  const checked = fields as Required<typeof fields>
  return { ...checked, row, discount, stock, addedAt: fields.addedAt }
}

function checkDiscount(row: Row, price: Kobo | undefined, findings: Findings): CatalogueProduct['discount'] {
  const given = row.fields.discount
  if (given === undefined || given === null) return null
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
  return { type: discountType, value: discountAmount, expiresAt: discountExpiresAt ?? null }
}

/** Renames the discount's parts to the CSV column names, so that the messages are the same for both formats. */
function discountAsRow(row: Row, discount: object): Row {
  const parts = Object.entries(discount).map(([part, value]) => [
    `discount${part.charAt(0).toUpperCase()}${part.slice(1)}`,
    value,
  ])
  return { ...row, fields: { sku: row.fields.sku, ...Object.fromEntries(parts) } }
}

function warnOfFewPictures(
  row: Row,
  { images, colors }: { images?: string[]; colors?: string[] },
  findings: Findings,
): void {
  if (images?.length === 0)
    findings.warning(row, 'images', 'images is empty, the product will have no picture')
  else if (images && colors && images.length < colors.length) {
    findings.warning(
      row,
      'images',
      `images has ${images.length} for ${colors.length} colours, so every colour will show all of them`,
    )
  }
}

/** The tag of the category bar that a shopper, or the owner, reads in this name: NewIn in "New In" and "NEW-IN". */
function categoryTagRead(name: string): (typeof CATEGORY_TAGS)[number] | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[\s_-]/g, '')
  return CATEGORY_TAGS.find((tag) => plain(tag) === plain(name))
}

function repeated(entries: readonly string[]): Set<string> {
  return new Set(entries.filter((entry, i) => entries.indexOf(entry) !== i))
}

/** Removes floating-point noise: 12.34 × 100 is 1234.0000000000002 or so. */
function round(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
