import { type Choice, type Choosable, sizeState } from '#shared/purchase.ts'

/**
 * The choice after a colour is taken. A size stays chosen only where it can be had in that colour; a product's only
 * size always stays, so that its being sold out is what the shopper is told.
 */
export function chooseColor(product: Choosable, choice: Choice, color: string): Choice {
  const { size } = choice
  const isKept = size === null || product.sizes.length <= 1 || sizeState(product, color, size) === 'available'
  return { color, size: isKept ? size : null }
}

/** Whether any size of a colour can be had. */
export function isColorAvailable(product: Pick<Choosable, 'stock'>, color: string): boolean {
  return product.stock.some((entry) => entry.color === color && entry.quantity > 0)
}
