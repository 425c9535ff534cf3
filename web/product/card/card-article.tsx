import type { ComponentProps } from 'react'
import type { CardProduct } from '#shared/contract/product.ts'
import { Badge } from '#ui/badge.tsx'
import { classes } from '#ui/class-name.ts'
import { Link } from '#ui/link.tsx'
import { Picture, PictureOf, pictureFiles } from '#web/item/picture.tsx'
import { Price, priceTexts } from '#web/item/price.tsx'
import { colourDot } from '#web/product/colour-dot.ts'
import type { OverlayName } from '#web/state/overlay.ts'
import { discountLabel } from './discount-label.ts'

const DOTS_SHOWN = 4

type Shown = Parameters<typeof priceTexts>[0]

/** What a card says; `shown` is its price in naira. */
export function cardTexts(product: CardProduct, shown: Shown) {
  return {
    picture: pictureFiles(product.image),
    name: product.name,
    price: priceTexts(shown),
    discount: shown.original !== null && product.discount ? discountLabel(product.discount) : undefined,
    colours: colourTexts(product.variants),
    score: scoreTexts(product),
  }
}

function colourTexts(colors: readonly string[]) {
  if (colors.length === 0) return undefined
  const more = colors.length - DOTS_SHOWN
  return {
    names: colors.join(', '),
    dots: colors.slice(0, DOTS_SHOWN).map(colourDot),
    more: more > 0 ? `+${more}` : undefined,
  }
}

function scoreTexts({ ratings, numReviews }: Pick<CardProduct, 'ratings' | 'numReviews'>) {
  if (numReviews === 0) return undefined
  return {
    rating: ratings.toFixed(1),
    count: String(numReviews),
    shoppers: `${numReviews} ${numReviews === 1 ? 'shopper' : 'shoppers'}`,
  }
}

type Appearance = { isLight: boolean; sizes: string; isPriority: boolean; isWished: boolean }

/** What else decides how a card looks. */
export const cardShape = (product: CardProduct, appearance: Appearance) => {
  const isSoldOut = product.qtyAvailable === 0
  return { ...appearance, isSoldOut, isNew: product.tags.includes('NewIn') && !isSoldOut }
}

type Card = {
  texts: ReturnType<typeof cardTexts> & { href?: string }
  shape: ReturnType<typeof cardShape>
  product: CardProduct
  color?: string | undefined
  /** The picture that is shown while the card is pointed at. */
  second?: string | undefined
  toggle?: () => void
  openOverlay?: (name: OverlayName) => void
} & Pick<ComponentProps<'article'>, 'onPointerEnter' | 'onFocus'>

export function CardArticle({ texts, shape, product, color, second, toggle, openOverlay, ...events }: Card) {
  const { name, price, discount, colours, score } = texts
  const { sizes, isSoldOut, isNew } = shape
  return (
    <article className={isSoldOut ? 'card text-ink-mute' : 'card'} {...events}>
      <div>
        <div>
          <PictureOf
            files={texts.picture}
            alt=""
            sizes={sizes}
            isPriority={shape.isPriority}
            className={isSoldOut ? 'faded' : undefined}
          />
          {second && (
            <Picture
              src={second}
              alt=""
              sizes={sizes}
              className={classes('card-second', isSoldOut && 'faded')}
            />
          )}
          {(isSoldOut || price.original || isNew) && (
            <div>
              {isSoldOut && <Badge tone="plain">Sold out</Badge>}
              {discount && <Badge tone="accent">{discount}</Badge>}
              {isNew && <Badge>New</Badge>}
            </div>
          )}
          <button
            type="button"
            aria-pressed={shape.isWished}
            aria-label={`${name}: wishlist`}
            onClick={toggle}
          />
          <button
            type="button"
            aria-haspopup="dialog"
            aria-label={`${name}: quick view`}
            onClick={() => openOverlay?.(`quick-view:${product.id}`)}
          />
        </div>
        <h3>
          {import.meta.env.SSR ? (
            <a href={texts.href}>{name}</a>
          ) : (
            <Link
              to="/products/$id"
              params={{ id: product.id }}
              search={color === undefined ? {} : { color }}
            >
              {name}
            </Link>
          )}
        </h3>
      </div>
      <div>
        <Price {...price} />
        <div>
          {colours ? (
            <p role="img" aria-label={`Colours: ${colours.names}`}>
              {colours.dots.map((dot, place) => (
                <span key={product.variants[place]} {...dot} />
              ))}
              {colours.more && <small>{colours.more}</small>}
            </p>
          ) : (
            <span />
          )}
          {score && (
            <span role="img" aria-label={`Rated ${score.rating} out of 5 by ${score.shoppers}`}>
              <b>{score.rating}</b>
              {`(${score.count})`}
            </span>
          )}
        </div>
      </div>
    </article>
  )
}
