import type { ComponentProps } from 'react'
import { colourAskedFor } from '#shared/colour.ts'
import type { CardProduct } from '#shared/contract/product.ts'
import type { Content } from '#ui/template.tsx'
import { ProductCard } from './product-card.tsx'
import { useWrittenCards } from './written-cards.tsx'

type Cards = {
  products: readonly CardProduct[]
  /** Those that the list was asked for: a card's pictures show the first that the product has, and it opens in it. */
  colors?: readonly string[]
  /** The displayed width of the pictures. */
  sizes: string
  /** The number of cards whose pictures load first. */
  priority?: number
  isListed?: boolean
}

export type Card = ComponentProps<typeof ProductCard>

const useContent = import.meta.env.SSR ? useWrittenCards : drawnCards

/** `ProductCard` for each product, as the content of an element. */
export function useCards({ products, colors = [], sizes, priority = 0, isListed = false }: Cards): Content {
  const cards = products.map((product, place) => ({
    product,
    color: colourAskedFor(product.variants, colors),
    sizes,
    isPriority: place < priority,
  }))
  return useContent(cards, isListed)
}

function drawnCards(cards: readonly Card[], isListed: boolean): Content {
  const children = cards.map((props) => {
    const { id } = props.product
    const card = <ProductCard key={id} {...props} />
    return isListed ? <li key={id}>{card}</li> : card
  })
  return { children }
}
