import { withoutInvisibleMarks } from '#shared/invisible-marks.ts'
import { type Findings, type Row, whereOf } from './finding.ts'

/** A SKU as its owner sees it: one copied from a chat or a web page may hold marks that have no width. */
export function plainSku(sku: string): string {
  return withoutInvisibleMarks(sku).trim().normalize('NFC')
}

/** The same for all SKUs that an owner may take for one. */
const comparableSku = (sku: string) => plainSku(sku).toLowerCase()

/** '' when the row has none. */
export function skuOf({ fields: { sku } }: Row): string {
  return typeof sku === 'string' ? sku.trim() : ''
}

/** All SKUs of the shop, retired products too. */
export type SkusInShop = {
  has: (sku: string) => boolean
  /** Those that can be taken for this one. */
  listAlike: (sku: string) => readonly string[]
}

export function skusInShop(skus: ReadonlyMap<string, unknown>): SkusInShop {
  const byComparable = Map.groupBy(skus.keys(), comparableSku)
  return { has: (sku) => skus.has(sku), listAlike: (sku) => byComparable.get(comparableSku(sku)) ?? [] }
}

/** Gives a row the SKU that the shop has for it: an older version stored invisible marks. */
export function spelledAsInShop(row: Row, inShop: SkusInShop): Row {
  const sku = skuOf(row)
  if (sku === '' || inShop.has(sku)) return row
  const same = inShop.listAlike(sku).find((other) => plainSku(other) === sku)
  return same === undefined ? row : { ...row, fields: { ...row.fields, sku: same } }
}

/**
 * Reports each new product whose SKU differs from another only in capitals: it would be a second product, and the one that
 * was meant would stay as it is. Products that the shop already has are taken as they are.
 */
export function refuseAlikeSkus(products: readonly Row[], inShop: SkusInShop, findings: Findings): void {
  const first = new Map<string, Row>()
  for (const row of products) {
    const sku = skuOf(row)
    if (sku === '' || inShop.has(sku)) continue
    const earlier = first.get(comparableSku(sku)) ?? row
    if (earlier === row) first.set(comparableSku(sku), row)
    const [known] = inShop.listAlike(sku)
    const other = known ?? skuOf(earlier)
    if (other === sku) continue
    const where = known === undefined ? `in ${whereOf(earlier)}` : 'in the shop'
    findings.fault(
      row,
      'sku',
      `sku "${sku}" differs only in capitals from "${other}" ${where}: write it the same, or choose another`,
    )
  }
}
