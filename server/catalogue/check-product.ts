import { z } from 'zod'
import { swatchHex } from '#shared/colour.ts'
import { CATEGORY_TAGS } from '#shared/contract/app-data.ts'
import { labelOf } from '#shared/label.ts'
import type { CatalogueProduct, KnownProduct } from './catalogue.ts'
import { checkDiscount } from './check-discount.ts'
import { checkStock } from './check-stock.ts'
import { label, listOf, moment, naira, optional, readFields, text, textOrNone } from './field.ts'
import type { Findings, Row } from './finding.ts'

const NAME_MAX_CHARS = 120
const DESCRIPTION_MAX_CHARS = 5_000
const NOTE_MAX_CHARS = 1_000
/** Filter URLs hold several colours or sizes separated by commas. */
const choice = label(40).refine((name) => !name.includes(','), 'must not hold a comma')

/** A text that null clears. */
function clearable(maxChars: number) {
  return z.preprocess((value) => (value === null ? '' : value), textOrNone(maxChars).optional())
}

const PRODUCT = {
  sku: text(64),
  name: text(NAME_MAX_CHARS),
  description: clearable(DESCRIPTION_MAX_CHARS),
  fabric: clearable(NOTE_MAX_CHARS),
  fit: clearable(NOTE_MAX_CHARS),
  care: clearable(NOTE_MAX_CHARS),
  returns: clearable(NOTE_MAX_CHARS),
  arrival: clearable(NOTE_MAX_CHARS),
  category: label(60).refine(
    (category) => categoryTagRead(category) === undefined,
    'must not be NewIn or BestSellers, those are tags',
  ),
  price: naira,
  tags: listOf(
    30,
    label(40).refine((tag) => (categoryTagRead(tag) ?? tag) === tag, {
      error: ({ input }) => `must be written ${categoryTagRead(String(input))}`,
    }),
  ),
  colors: listOf(30, choice),
  sizes: listOf(30, choice),
  images: listOf(100, text(400)),
  addedAt: optional(moment('day starts')),
}

const LISTS = ['tags', 'colors', 'sizes', 'images'] as const

/**
 * Checks a row, together with what the shop has of the product where the row does not name it. Undefined when the row has
 * faults, which are added to `findings`.
 */
export function checkProduct(
  row: Row,
  { known, setStock, now }: { known: KnownProduct | undefined; setStock: boolean; now: Date },
  findings: Findings,
): CatalogueProduct | undefined {
  const faultsBefore = findings.faults.length
  const fields = readFields(PRODUCT, row, findings)
  for (const list of ['tags', 'colors', 'sizes'] as const)
    if (known && fields[list]) fields[list] = asStored(fields[list], known[list])
  for (const list of LISTS) {
    for (const entry of repeated(fields[list] ?? []))
      findings.fault(row, list, `${list} names "${entry}" twice`)
  }
  /** Undefined when the row's list is invalid. */
  const listAfter = (list: (typeof LISTS)[number]) =>
    row.fields[list] === undefined ? (known?.[list] ?? []) : fields[list]
  const after = { colors: listAfter('colors'), sizes: listAfter('sizes'), images: listAfter('images') }
  const discount = checkDiscount(row, fields.price, { known, now }, findings)
  const stock = checkStock(row, after, { isKnown: known !== undefined, setStock }, findings)
  for (const color of fields.colors ?? []) {
    if (swatchHex(color) === undefined) {
      findings.warning(
        row,
        'colors',
        `the colour "${color}" is not in the swatch table, it will have no swatch colour`,
      )
    }
  }
  if (known && stock === undefined) warnOfSoldOutChoices(row, fields, known, findings)
  const isShownAsBefore = known && row.fields.images === undefined && row.fields.colors === undefined
  if (!isShownAsBefore) warnOfFewPictures(row, after, findings)
  if (findings.faults.length > faultsBefore) return undefined
  const checked = fields as Required<typeof fields>
  return { ...checked, row, discount, stock }
}

/**
 * The names as the shop stored them before it wrote every label in one way: what it stocks and has sold of a product is under the
 * old spelling.
 */
function asStored(names: readonly string[], stored: readonly string[]): string[] {
  const byLabel = new Map(stored.map((name) => [labelOf(name), name]))
  return names.map((name) => byLabel.get(name) ?? name)
}

/** A new colour has no stock before some is received, and the file names none. */
function warnOfSoldOutChoices(
  row: Row,
  named: { colors?: string[] | undefined; sizes?: string[] | undefined },
  known: KnownProduct,
  findings: Findings,
): void {
  for (const list of ['colors', 'sizes'] as const) {
    const added = (named[list] ?? []).filter((name) => !known[list].includes(name))
    if (added.length > 0)
      findings.warning(row, list, `${list} adds ${added.join(', ')}, sold out until stock is received`)
  }
}

function warnOfFewPictures(
  row: Row,
  { images, colors }: { images: string[] | undefined; colors: string[] | undefined },
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
