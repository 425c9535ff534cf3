import { REVIEW_COMMENT_MAX_CHARS } from '#shared/limits.ts'
import type { Catalogue, CatalogueReview, KnownProduct } from './catalogue.ts'
import { checkPlace } from './check-place.ts'
import { checkProduct } from './check-product.ts'
import { moment, readFields, text, whole } from './field.ts'
import { type Findings, type Row, whereOf } from './finding.ts'
import { refuseAlikeSkus, type SkusInShop, skuOf } from './sku.ts'

const REVIEW = {
  sku: text(64),
  userName: text(80),
  rating: whole(1, 5),
  comment: text(REVIEW_COMMENT_MAX_CHARS),
  createdAt: moment('day starts'),
}

export type FolderRows = { products: Row[]; places: Row[] | undefined; reviews: Row[] }

export type ShopBefore = {
  skus: SkusInShop
  /** Those of its products that are in the folder, by SKU. */
  known: ReadonlyMap<string, KnownProduct>
}

/** Checks everything but the pictures. */
export function checkCatalogue(
  rows: FolderRows,
  { skus: inShop, known }: ShopBefore,
  { setStock, now }: { setStock: boolean; now: Date },
  findings: Findings,
): Catalogue {
  refuseRepeats(rows.products, ['sku'], findings)
  refuseAlikeSkus(rows.products, inShop, findings)
  const products = rows.products.flatMap(
    (row) => checkProduct(row, { known: known.get(skuOf(row)), setStock, now }, findings) ?? [],
  )
  if (setStock) refuseNoStock(rows.products, findings)
  const skus = new Set(rows.products.map(skuOf))
  refuseRepeats(rows.reviews, ['sku', 'userName'], findings)
  const reviews = rows.reviews.flatMap((row) => {
    const sku = skuOf(row)
    // Without a readable list of products, every review would be of an unknown product.
    if (sku !== '' && skus.size > 0 && !skus.has(sku) && !inShop.has(sku)) {
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

/** Setting all stock to 0 is hardly what is wanted: more likely the column was left out or is still empty. */
function refuseNoStock(products: readonly Row[], findings: Findings): void {
  const namesStock = ({ fields: { stock = null } }: Row) =>
    Array.isArray(stock) ? stock.length > 0 : stock !== null
  const [first] = products
  if (first === undefined || products.some(namesStock)) return
  findings.fileFault(
    first.file,
    'the file names no stock, so --stock has nothing to set; write 0 for what is out of stock',
  )
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
      findings.fault(
        row,
        fields.at(-1) ?? null,
        `${fields.join(' and ')} "${parts.join('" and "')}" is already in ${whereOf(earlier)}`,
      )
    }
  }
}

function keyPart(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
