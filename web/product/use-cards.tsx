import { colourAskedFor } from '#shared/colour.ts'
import type { CardProduct } from '#shared/contract/product.ts'
import type { Content } from '#web/ui/template.tsx'
import { ProductCard } from './product-card.tsx'
import { useWrittenCards } from './written-cards.tsx'

export type Cards = {
  products: readonly CardProduct[]
  /** Those that the list was asked for: a card's pictures show the first that the product has, and it opens in it. */
  colors?: readonly string[]
  /** The displayed width of the pictures. */
  sizes: string
  /** The number of cards whose pictures load first. */
  priority?: number
  isListed?: boolean
}

/** `ProductCard` for each product, as the content of an element. */
export const useCards = import.meta.env.SSR ? useWrittenCards : drawnCards

function drawnCards({ products, colors = [], sizes, priority = 0, isListed }: Cards): Content {
  const children = products.map((product, place) => {
    const { id } = product
    const color = colourAskedFor(product.variants, colors)
    const card = <ProductCard key={id} {...{ product, color, sizes }} isPriority={place < priority} />
    return isListed ? <li key={id}>{card}</li> : card
  })
  return { children }
}
