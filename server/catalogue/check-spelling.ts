import { labelKey } from '#shared/label.ts'
import type { CatalogueProduct, KnownProduct } from './catalogue.ts'
import { type Findings, whereOf } from './finding.ts'

/** The names that shoppers choose from, by field: those of the shop's products that the folder does not change. */
export type NamesInShop = { field: NamedField; name: string }[]

const NAMED_FIELDS = ['category', 'tags', 'colors', 'sizes'] as const
const KEPT_FIELDS = ['tags', 'colors', 'sizes'] as const
export type NamedField = (typeof NAMED_FIELDS)[number]

/** The stored names of products in the folder, where the folder does not name any. */
export function remainingNames(
  products: readonly CatalogueProduct[],
  known: ReadonlyMap<string, KnownProduct>,
): NamesInShop {
  return products.flatMap((product) => {
    const before = known.get(product.sku)
    return KEPT_FIELDS.flatMap((field) =>
      product[field] === undefined ? (before?.[field] ?? []).map((name) => ({ field, name })) : [],
    )
  })
}

/** Warns of a name that another product has with other capitals: the shop offers both. Each spelling is reported once. */
export function warnOfSpellings(
  products: readonly CatalogueProduct[],
  inShop: NamesInShop,
  findings: Findings,
): void {
  const first = new Map<string, { name: string; where: string }>()
  const reported = new Set<string>()
  const keyOf = (field: NamedField, name: string) => JSON.stringify([field, labelKey(name)])
  for (const { field, name } of inShop)
    first.set(keyOf(field, name), { name, where: 'elsewhere in the shop' })
  for (const { row, ...product } of products) {
    for (const field of NAMED_FIELDS) {
      for (const name of [product[field] ?? []].flat()) {
        const key = keyOf(field, name)
        const known = first.get(key)
        const spelling = JSON.stringify([field, name])
        if (known === undefined) first.set(key, { name, where: `in ${whereOf(row)}` })
        else if (known.name !== name && !reported.has(spelling)) {
          reported.add(spelling)
          findings.warning(
            row,
            field,
            `${field} has "${name}", which is "${known.name}" ${known.where}: shoppers will see two`,
          )
        }
      }
    }
  }
}
