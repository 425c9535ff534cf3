import type { Database } from '#server/db/connection.ts'
import { Refusal } from '#server/refusal.ts'
import { listProductsNamed, type ProductChoices } from '#server/stock/overview-store.ts'
import type { StockKey } from '#server/stock/quantity.ts'

/** Finds a product by SKU, id or name. Throws a Refusal when none matches, or several do. */
export async function findProduct(db: Database, name: string): Promise<ProductChoices> {
  const [found, ...others] = await listProductsNamed(db, name.trim())
  if (found === undefined)
    throw new Refusal(`There is no product "${name}": give its SKU or its full name. Nothing was changed.`)
  if (others.length > 0) {
    const skus = [found, ...others].map((product) => product.sku).join(', ')
    throw new Refusal(
      `Several products are named "${name}": say which by its SKU (${skus}). Nothing was changed.`,
    )
  }
  return found
}

/** Finds an item by words: the product, then its colour and size where it has them. Case does not matter. */
export async function getNamedItem(
  db: Database,
  words: readonly string[],
): Promise<{ product: ProductChoices; item: StockKey }> {
  const [name = '', ...choices] = words
  const product = await findProduct(db, name)
  const kinds = [
    { what: 'colour', known: product.colors },
    { what: 'size', known: product.sizes },
  ]
  const wanted = kinds.filter(({ known }) => known.length > 0)
  if (choices.length !== wanted.length) {
    const form = wanted.map(({ what, known }) => `a ${what} (${known.join(', ')})`).join(' and ')
    throw new Refusal(
      `${product.sku} needs ${form === '' ? 'no colour or size' : form}. Nothing was changed.`,
    )
  }
  const [color = '', size = ''] = kinds.map(({ what, known }) => {
    if (known.length === 0) return ''
    const word = choices[wanted.findIndex((kind) => kind.what === what)] ?? ''
    const found = known.find((choice) => choice.toLowerCase() === word.toLowerCase())
    if (found === undefined) {
      throw new Refusal(
        `${product.sku} has no ${what} "${word}", only ${known.join(', ')}. Nothing was changed.`,
      )
    }
    return found
  })
  return { product, item: { productId: product.id, color, size } }
}

export function itemLabel(product: ProductChoices, { color, size }: StockKey): string {
  return [product.sku, color, size].filter(Boolean).join(' ')
}
