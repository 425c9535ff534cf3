import { useRouter } from '@tanstack/react-router'
import { colourAskedFor } from '#shared/colour.ts'
import type { CardProduct } from '#shared/contract/product.ts'
import { shownPrice } from '#shared/price.ts'
import { useIsLight } from '#web/ui/light.ts'
import { type Content, templated } from '#web/ui/template.tsx'
import { CardArticle, cardShape, cardTexts } from './card-article.tsx'
import { productPath } from './product-path.ts'
import type { Cards } from './use-cards.tsx'

type WrittenCard = {
  texts: ReturnType<typeof cardTexts> & { href: string }
  shape: ReturnType<typeof cardShape> & { isListed: boolean }
  product: CardProduct
}

function WrittenCard({ texts, shape, product }: WrittenCard) {
  const card = <CardArticle texts={texts} shape={shape} product={product} />
  return shape.isListed ? <li>{card}</li> : card
}

const write = /* @__PURE__ */ templated(WrittenCard)

/** What the server writes of cards: what they are before a shopper's wishes and pointer are known. */
export function useWrittenCards({
  products,
  colors = [],
  sizes,
  priority = 0,
  isListed = false,
}: Cards): Content {
  const { renderedAtMs } = useRouter().options.context
  const isLight = useIsLight()
  const written = (product: CardProduct, place: number) => {
    const color = colourAskedFor(product.variants, colors)
    const look = { isLight, sizes, isPriority: place < priority, isWished: false }
    return {
      key: product.id,
      texts: {
        ...cardTexts(product, shownPrice(product, renderedAtMs)),
        href: productPath(product.id, { color }),
      },
      shape: { ...cardShape(product, look), isListed },
      product,
    }
  }
  return write(products.map(written))
}
