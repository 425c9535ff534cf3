import { REVIEW_COMMENT_MAX_CHARS } from '#shared/limits.ts'
import type { Catalogue, CataloguePlace, CatalogueReview } from './catalogue.ts'
import { checkProduct } from './check-product.ts'
import { moment, naira, readFields, text, whole } from './field.ts'
import type { Findings } from './finding.ts'
import type { Row } from './row.ts'

const PLACE = { place: text(80), amount: naira }
const REVIEW = {
  sku: text(64),
  userName: text(80),
  rating: whole(1, 5),
  comment: text(REVIEW_COMMENT_MAX_CHARS),
  createdAt: moment('day starts'),
}

export type FolderRows = { products: Row[]; places: Row[] | undefined; reviews: Row[] }

/** Checks everything but the pictures. `isSold` says whether the shop already has a product that is not in the folder. */
export function checkCatalogue(
  rows: FolderRows,
  isSold: (sku: string) => boolean,
  findings: Findings,
): Catalogue {
  refuseRepeats(rows.products, ['sku'], findings)
  const products = rows.products.flatMap((row) => checkProduct(row, findings) ?? [])
  const skus = new Set(rows.products.map((row) => keyPart(row.fields.sku)))
  refuseRepeats(rows.reviews, ['sku', 'userName'], findings)
  const reviews = rows.reviews.flatMap((row) => {
    const sku = keyPart(row.fields.sku)
    // Without a readable list of products, every review would be of an unknown product.
    if (sku !== '' && skus.size > 0 && !skus.has(sku) && !isSold(sku)) {
      findings.fault(row, 'sku', `sku "${sku}" is not a product in the folder or in the shop`)
    }
    return checkReview(row, findings) ?? []
  })
  if (rows.places) refuseRepeats(rows.places, ['place'], findings)
  const places = rows.places?.flatMap((row) => checkPlace(row, findings) ?? [])
  return { products, places, reviews }
}

function checkReview(row: Row, findings: Findings): CatalogueReview | undefined {
  const { sku, userName, rating, comment, createdAt } = readFields(REVIEW, row, findings)
  if (!sku || !userName || !rating || !comment || !createdAt) return undefined
  return { row, sku, userName, rating, comment, createdAt }
}

function checkPlace(row: Row, findings: Findings): CataloguePlace | undefined {
  const { place, amount } = readFields(PLACE, row, findings)
  return place === undefined || amount === undefined ? undefined : { place, amount }
}

/** Reports each row that repeats the fields of an earlier one. Rows without these fields have their own fault. */
function refuseRepeats(rows: readonly Row[], fields: readonly string[], findings: Findings): void {
  const first = new Map<string, Row>()
  for (const row of rows) {
    const parts = fields.map((field) => keyPart(row.fields[field]))
    if (parts.includes('')) continue
    const key = JSON.stringify(parts)
    const earlier = first.get(key)
    if (!earlier) first.set(key, row)
    else {
      const where = `${row.file.endsWith('.csv') ? 'line' : 'item'} ${earlier.number}`
      findings.fault(
        row,
        fields.at(-1) ?? null,
        `${fields.join(' and ')} "${parts.join('" and "')}" is already in ${where}`,
      )
    }
  }
}

function keyPart(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
