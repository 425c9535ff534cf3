import type { Database } from '#server/db/connection.ts'
import { listOrdersNamed } from '#server/order/overview-store.ts'
import { Refusal } from '#server/refusal.ts'
import { listProductsNamed, listStock, type ProductChoices } from '#server/stock/overview-store.ts'
import { type StockKey, stockKeyText } from '#server/stock/quantity.ts'
import { labelKey } from '#shared/label.ts'
import { timeText } from './table.ts'

/** A product by SKU, id or name. Throws a Refusal when none matches, or several do. */
export async function getNamedProduct(db: Database, name: string): Promise<ProductChoices> {
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

/**
 * An item by words: the product, then its colour and size, in any case. "" says that the item has none; it may be
 * left out where the product has none either. Items of a colour or size that an import dropped can be named as long as
 * they are in the ledger. Throws a Refusal that names what can be, when no item matches or several do.
 */
export async function getNamedItem(
  db: Database,
  words: readonly string[],
): Promise<{ product: ProductChoices; item: StockKey }> {
  const [name = '', ...choices] = words
  const product = await getNamedProduct(db, name)
  const made = itemsMade(product)
  const isMade = new Set(made.map(stockKeyText))
  const stocked = await listStock(db, { productId: product.id })
  const dropped = stocked.filter((item) => !isMade.has(stockKeyText(item)))
  const [found, ...others] = matching([...made, ...dropped], product, choices)
  if (found === undefined) {
    const left = dropped.map((item) => wordsText(product, wordsOf(item, product)))
    const also = left.length === 0 ? '' : `. No longer sold, but on record: ${left.join(', ')}`
    throw new Refusal(`${product.sku} ${whyUnknown(product, choices)}${also}. Nothing was changed.`)
  }
  if (others.length > 0) {
    const full = [found, ...others].map(({ color, size }) => wordsText(product, [color, size]))
    throw new Refusal(
      `Several items match; write one exactly as it is here: ${full.join(', ')}. Nothing was changed.`,
    )
  }
  const { color, size } = found
  return { product, item: { productId: product.id, color, size } }
}

/** The items that a product comes in now, whether or not there ever were any. */
function itemsMade({ id, colors, sizes }: ProductChoices): StockKey[] {
  const orNone = (choices: readonly string[]) => (choices.length === 0 ? [''] : choices)
  return orNone(colors).flatMap((color) => orNone(sizes).map((size) => ({ productId: id, color, size })))
}

/** The shortest words that name an item, after its product. */
function wordsOf({ color, size }: StockKey, { colors, sizes }: ProductChoices): string[] {
  return [
    ...(color === '' && colors.length === 0 ? [] : [color]),
    ...(size === '' && sizes.length === 0 ? [] : [size]),
  ]
}

/** The items that these words name; of those that differ only in case, the ones written exactly so, if there are any. */
function matching(
  items: readonly StockKey[],
  product: ProductChoices,
  words: readonly string[],
): readonly StockKey[] {
  const namedBy = (isSame: (a: string, b: string) => boolean) => (item: StockKey) =>
    [wordsOf(item, product), [item.color, item.size]].some(
      (own) => own.length === words.length && own.every((word, i) => isSame(word, words[i] ?? '')),
    )
  const alike = items.filter(namedBy(isSameWord))
  const exact = alike.filter(namedBy((a, b) => a === b))
  return exact.length > 0 ? exact : alike
}

function whyUnknown({ colors, sizes }: ProductChoices, words: readonly string[]): string {
  const wanted = [
    { what: 'colour', known: colors },
    { what: 'size', known: sizes },
  ].filter(({ known }) => known.length > 0)
  if (words.length === wanted.length) {
    for (const [i, { what, known }] of wanted.entries()) {
      const word = words[i] ?? ''
      if (!known.some((choice) => isSameWord(choice, word)))
        return `has no ${what} "${word}", only ${known.join(', ')}`
    }
  }
  const form = wanted.map(({ what, known }) => `a ${what} (${known.join(', ')})`).join(' and ')
  return `needs ${form === '' ? 'no colour or size' : form}`
}

const isSameWord = (a: string, b: string) => labelKey(a) === labelKey(b)

/** The words as they are typed in a shell. */
function wordsText({ sku }: ProductChoices, words: readonly string[]): string {
  return [sku, ...words.map((word) => (/^[\p{L}\p{N}._-]+$/u.test(word) ? word : `"${word}"`))].join(' ')
}

export function itemLabel(product: ProductChoices, { color, size }: StockKey): string {
  return [product.sku, color, size].filter(Boolean).join(' ')
}

/** An order's id by number, id or payment reference. Throws a Refusal when none matches, or several do. */
export async function getNamedOrder(db: Database, name: string): Promise<string> {
  const [found, ...others] = await listOrdersNamed(db, name)
  if (found === undefined) throw new Refusal(`There is no order "${name}". Nothing was changed.`)
  if (others.length > 0) {
    throw new Refusal(
      [
        `Several orders have the number ${name}; say which by its id:`,
        ...[found, ...others].map(({ id, createdAt }) => `  ${id}  placed ${timeText(createdAt)}`),
      ].join('\n'),
    )
  }
  return found.id
}
