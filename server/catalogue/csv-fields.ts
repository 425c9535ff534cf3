import { stockRowsFromText } from './stock-text.ts'

export type RowKind = 'products' | 'places' | 'reviews'

/** The columns of each file; true marks the required ones. Other columns are left out, with a warning. */
export const COLUMNS: Record<RowKind, Record<string, boolean>> = {
  products: {
    sku: true,
    name: true,
    description: false,
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
  },
  places: { place: true, amount: true },
  reviews: { sku: true, userName: true, rating: true, comment: true, createdAt: true },
}

/** More than two decimals may mean thousands (12.500): the cell stays a text and is refused. */
const PLAIN_NUMBER = /^-?\d+(\.\d{1,2})?$/

/** Converts the cells of a line to the form of the JSON files, so that both are checked by the same rules. Drops empty cells. */
export function fieldsFromCells(kind: RowKind, cells: ReadonlyMap<string, string>): Record<string, unknown> {
  const text = (column: string) => cells.get(column) || undefined
  const number = (column: string) => numberIfPlain(text(column))
  if (kind === 'places') return { place: text('place'), amount: number('amount') }
  if (kind === 'reviews') {
    return {
      sku: text('sku'),
      userName: text('userName'),
      rating: number('rating'),
      comment: text('comment'),
      createdAt: text('createdAt'),
    }
  }
  const list = (column: string) => listFromText(text(column))
  const [colors, sizes] = [list('colors'), list('sizes')]
  const discount = {
    type: text('discountType'),
    amount: number('discountAmount'),
    expiresAt: text('discountExpiresAt'),
  }
  return {
    sku: text('sku'),
    name: text('name'),
    description: text('description'),
    price: number('price'),
    category: text('category'),
    tags: list('tags'),
    colors,
    sizes,
    images: list('images'),
    discount: Object.values(discount).some((value) => value !== undefined) ? discount : undefined,
    stock: stockRowsFromText(listFromText(text('stock')), colors, sizes).map((row) => ({
      ...row,
      quantity: numberIfPlain(row.quantity),
    })),
    addedAt: text('addedAt'),
  }
}

function listFromText(text: string | undefined): string[] {
  return (text ?? '')
    .split('|')
    .map((entry) => entry.trim())
    .filter(Boolean)
}

/** Anything else stays text, for the check to report. */
function numberIfPlain(text: string | undefined): number | string | undefined {
  return text !== undefined && PLAIN_NUMBER.test(text) ? Number(text) : text
}
