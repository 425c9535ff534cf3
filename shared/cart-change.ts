import { type CartItem, type CartKey, isSameLine, isSoldOut } from './cart.ts'
import type { ColorAndSize } from './choice-words.ts'
import type { CheckedProduct } from './contract/order.ts'
import { formatNaira } from './naira.ts'

/** A cart line as the server sees it now. `image` is '' where the server knows none: the line then keeps its own. */
export type PresentLine = CartKey & {
  name: string
  price: number
  image: string
  qtyAvailable: number
  isGone: boolean
}

type Checked = Pick<CheckedProduct, 'name' | 'price' | 'stock' | 'images'>

/** The lines of a cart as the server reported them: by product id, null if no longer sold, absent if not requested. */
export function presentLines(
  items: readonly CartItem[],
  checked: ReadonlyMap<string, Checked | null>,
): PresentLine[] {
  return items.flatMap(({ id, color, size, name, price, image }): PresentLine[] => {
    const product = checked.get(id)
    if (product === undefined) return []
    const left = product?.stock.find((entry) => entry.color === color && entry.size === size)
    if (product === null || left === undefined)
      return [{ id, color, size, name, price, image, qtyAvailable: 0, isGone: true }]
    return [
      {
        id,
        color,
        size,
        name: product.name,
        price: product.price,
        image: checkedImage(product, color),
        qtyAvailable: left.quantity,
        isGone: false,
      },
    ]
  })
}

/** The picture of a colour; of the product where it does not come in it any more. */
export function checkedImage({ images }: Pick<CheckedProduct, 'images'>, color: string): string {
  return (images.find((each) => each.color === color) ?? images[0])?.image ?? ''
}

/** What changed about a line since the shopper added it. Prices are in naira. */
export type CartChange = CartKey & { name: string } & (
    | { kind: 'price'; from: number; to: number }
    | { kind: 'fewer'; left: number }
    | { kind: 'sold-out' | 'gone' | 'back' }
  )

/**
 * The cart as it is now, and what has changed in it. Nothing is dropped: a line that sold out or is no longer sold stays,
 * with the quantity that was wanted, until the shopper removes it or it is available again.
 */
export function bringUpToDate(
  items: readonly CartItem[],
  present: readonly PresentLine[],
): { items: CartItem[]; changes: CartChange[] } {
  const changes: CartChange[] = []
  const current = items.map((item) => {
    const now = present.find((line) => isSameLine(line, item))
    if (now === undefined) return item
    const { id, color, size } = item
    const { isGone: wasGone, ...rest } = item
    const line = { ...rest, image: now.image || item.image }
    const tell = { id, color, size, name: item.name }
    if (now.isGone) {
      if (!wasGone) changes.push({ ...tell, kind: 'gone' })
      return { ...line, qtyAvailable: 0, isGone: true as const }
    }
    if (now.qtyAvailable <= 0) {
      if (!isSoldOut(item)) changes.push({ ...tell, kind: 'sold-out' })
      return { ...line, qtyAvailable: 0 }
    }
    if (isSoldOut(item)) changes.push({ ...tell, kind: 'back' })
    if (now.price !== item.price) changes.push({ ...tell, kind: 'price', from: item.price, to: now.price })
    if (now.qtyAvailable < item.quantity) changes.push({ ...tell, kind: 'fewer', left: now.qtyAvailable })
    const { name, price, qtyAvailable } = now
    return { ...line, name, price, qtyAvailable, quantity: Math.min(item.quantity, qtyAvailable) }
  })
  return { items: current, changes }
}

/** Which earlier changes of the same line a change makes obsolete. */
const REPLACES: Record<CartChange['kind'], readonly CartChange['kind'][]> = {
  price: ['price'],
  fewer: ['fewer'],
  'sold-out': ['sold-out', 'gone', 'back', 'fewer'],
  gone: ['sold-out', 'gone', 'back', 'fewer', 'price'],
  back: ['sold-out', 'gone', 'back'],
}

/**
 * Adds changes to those that the shopper has not seen yet: a price that moved twice is reported once, from the price that
 * the shopper knew.
 */
export function rememberChanges(
  unseen: readonly CartChange[],
  news: readonly CartChange[],
): readonly CartChange[] {
  let left = [...unseen]
  for (const change of news) {
    const replaced = left.filter((old) => isSameLine(old, change) && REPLACES[change.kind].includes(old.kind))
    left = left.filter((old) => !replaced.includes(old))
    const known = replaced.find((old) => old.kind === 'price')
    if (change.kind !== 'price') left.push(change)
    else if (known?.from !== change.to) left.push({ ...change, from: known?.from ?? change.from })
  }
  return left
}

/** The text that a changed line shows. */
export function changeWords(change: CartChange): string {
  switch (change.kind) {
    case 'price':
      return `Price is now ${formatNaira(change.to)} (was ${formatNaira(change.from)})`
    case 'fewer':
      return `Only ${change.left} left, we set ${change.left}`
    case 'back':
      return 'Back in stock'
    case 'sold-out':
      return soldOutWords({ color: change.color, size: change.size })
    case 'gone':
      return soldOutWords({ color: change.color, size: change.size, isGone: true })
  }
}

/** Why a line cannot be bought. */
export function soldOutWords({ color, size, isGone }: ColorAndSize & Pick<CartItem, 'isGone'>): string {
  if (isGone) return 'No longer sold'
  if (size !== '') return 'Sold out in this size'
  return color === '' ? 'Sold out' : 'Sold out in this color'
}
