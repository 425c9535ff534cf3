import { labelKey } from '#shared/label.ts'
import { type Choice, type Choosable, initialChoice, sizeState } from '#shared/purchase.ts'
import type { WantedChoice } from './wanted-choice.ts'

/** The initial choice: what the link requests, with whatever capitals, as far as it is available, else the default. */
export function firstChoice(product: Choosable, wanted: WantedChoice): Choice {
  const start = initialChoice(product)
  const color = spelt(product.variants, wanted.color) ?? start.color
  const size = spelt(product.sizes, wanted.size)
  return {
    color,
    size: size !== undefined && sizeState(product, color, size) === 'available' ? size : start.size,
  }
}

/** The value as the product spells it. */
function spelt(values: readonly string[], wanted: string | undefined): string | undefined {
  const key = labelKey(wanted ?? '')
  return values.find((value) => value === wanted) ?? values.find((value) => labelKey(value) === key)
}

/**
 * The choice after picking a colour. A size stays chosen only if it is available in that colour; a product's only size
 * always stays, so that the page can say that it is sold out.
 */
export function chooseColor(product: Choosable, choice: Choice, color: string): Choice {
  const { size } = choice
  const stays = size === null || product.sizes.length <= 1 || sizeState(product, color, size) === 'available'
  return { color, size: stays ? size : null }
}

/** Whether any size of a colour is in stock. */
export function isColorAvailable(product: Pick<Choosable, 'stock'>, color: string): boolean {
  return product.stock.some((entry) => entry.color === color && entry.quantity > 0)
}
