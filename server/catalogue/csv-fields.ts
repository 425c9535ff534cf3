import { PRODUCT_NOTES, type ProductNotes } from '#shared/product-note.ts'
import type { CatalogueProduct } from './catalogue.ts'

export type RowKind = 'products' | 'places' | 'reviews'

/** What a line says of a product besides its notes. */
type ProductField = Exclude<keyof CatalogueProduct, 'row' | keyof ProductNotes>

/** The columns of each file; true marks the required ones. Other columns are left out, with a warning. */
export const COLUMNS: Record<RowKind, Record<string, boolean>> = {
  products: {
    sku: true,
    name: true,
    description: false,
    ...Object.fromEntries(PRODUCT_NOTES.map((note) => [note, false])),
    price: true,
    category: true,
    tags: false,
    colors: false,
    sizes: false,
    images: false,
    stock: false,
    discountType: false,
    discountAmount: false,
    discountExpiresAt: false,
    addedAt: false,
  } satisfies Record<string, boolean> & Record<Exclude<ProductField, 'discount'>, boolean>,
  places: { place: true, amount: true, states: false, areas: false },
  reviews: { sku: true, userName: true, rating: true, comment: true, createdAt: true },
}

/** More than two decimals may mean thousands (12.500): the cell stays a text and is refused. */
const PLAIN_NUMBER = /^-?\d+(\.\d{1,2})?$/

/** Half a discount says nothing: these columns are needed where the file has any column of it. */
export function missingDiscountColumns(columns: readonly string[]): string[] {
  const isThere = (column: string) => columns.includes(column)
  if (!DISCOUNT_COLUMNS.some(isThere)) return []
  return ['discountType', 'discountAmount'].filter((column) => !isThere(column))
}
const DISCOUNT_COLUMNS = ['discountType', 'discountAmount', 'discountExpiresAt']

/**
 * Converts the cells of a line to the form of the JSON files, so that both are checked by the same rules. A column that the
 * file does not have gives undefined, as a key that an item does not have; an empty cell is an empty text or list, or null.
 */
export function fieldsFromCells(kind: RowKind, cells: ReadonlyMap<string, string>): Record<string, unknown> {
  const text = (column: string) => cells.get(column) || undefined
  const number = (column: string) => numberIfPlain(text(column))
  const list = (column: string) => listFromText(cells.get(column))
  if (kind === 'places') {
    return { place: text('place'), amount: number('amount'), states: list('states'), areas: list('areas') }
  }
  if (kind === 'reviews') {
    return {
      sku: text('sku'),
      userName: text('userName'),
      rating: number('rating'),
      comment: text('comment'),
      createdAt: text('createdAt'),
    }
  }
  return {
    sku: text('sku'),
    name: text('name'),
    description: cells.get('description'),
    ...Object.fromEntries(PRODUCT_NOTES.map((note) => [note, cells.get(note)])),
    price: number('price'),
    category: text('category'),
    tags: list('tags'),
    colors: list('colors'),
    sizes: list('sizes'),
    images: list('images'),
    discount: discountFromCells(cells),
    stock: list('stock'),
    addedAt: text('addedAt'),
  } satisfies Record<ProductField, unknown>
}

function discountFromCells(cells: ReadonlyMap<string, string>) {
  const parts = DISCOUNT_COLUMNS.map((column) => cells.get(column))
  if (parts.every((part) => part === undefined)) return undefined
  if (!parts.some(Boolean)) return null
  const [type, amount, expiresAt] = parts
  return {
    type: type || undefined,
    amount: numberIfPlain(amount || undefined),
    expiresAt: expiresAt === '' ? null : expiresAt,
  }
}

function listFromText(text: string | undefined): string[] | undefined {
  return text
    ?.split('|')
    .map((entry) => entry.trim())
    .filter(Boolean)
}

/** Anything else stays text, for the check to report. */
export function numberIfPlain(text: string | undefined): number | string | undefined {
  return text !== undefined && PLAIN_NUMBER.test(text) ? Number(text) : text
}
