import { type Choice, type Choosable, initialChoice, sizeState } from '#shared/purchase.ts'

/** The colour and size that a link asks for, by anybody's hand. */
export type WantedChoice = { color?: string; size?: string }

export function readWantedChoice({ color, size }: Record<string, unknown>): WantedChoice {
  return {
    ...(typeof color === 'string' ? { color } : {}),
    ...(typeof size === 'string' ? { size } : {}),
  }
}

/** What is chosen when the product is first seen: what the link asks for, as far as it can be had, else what goes without saying. */
export function firstChoice(product: Choosable, { color, size }: WantedChoice): Choice {
  const start = initialChoice(product)
  const inColor = color !== undefined && product.variants.includes(color) ? color : start.color
  const isSize = size !== undefined && product.sizes.includes(size)
  return {
    color: inColor,
    size: isSize && sizeState(product, inColor, size) === 'available' ? size : start.size,
  }
}

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
