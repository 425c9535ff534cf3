import { useRouter } from '@tanstack/react-router'
import type { CardProduct } from '#shared/contract/product.ts'
import { shownPrice } from '#shared/price.ts'
import { useIsLight } from '#ui/light.ts'
import { type Content, templated } from '#ui/template.tsx'
import { CardArticle, cardShape, cardTexts } from './card-article.tsx'
import { productPath } from './product-path.ts'
import type { Card } from './use-cards.tsx'

type WrittenCard = {
  texts: ReturnType<typeof cardTexts> & { href: string }
  shape: ReturnType<typeof cardShape> & { isListed: boolean }
  product: CardProduct
}

function WrittenCard({ texts, shape, product }: WrittenCard) {
  const card = <CardArticle texts={texts} shape={shape} product={product} />
  return shape.isListed ? <li>{card}</li> : card
}

/** Marked as pure, or the browser's script would contain it. */
const write = /* @__PURE__ */ templated(WrittenCard)

/** What the server writes of cards: what they are before a shopper's wishes and pointer are known. */
export function useWrittenCards(cards: readonly Card[], isListed: boolean): Content {
  const { renderedAtMs } = useRouter().options.context
  const isLight = useIsLight()
  const written = ({ product, color, sizes, isPriority = false }: Card) => ({
    key: product.id,
    texts: {
      ...cardTexts(product, shownPrice(product, renderedAtMs)),
      href: productPath(product.id, color),
    },
    shape: { ...cardShape(product, { isLight, sizes, isPriority, isWished: false }), isListed },
    product,
  })
  return write(cards.map(written))
}
