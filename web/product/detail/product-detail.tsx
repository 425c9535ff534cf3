import { useRouter } from '@tanstack/react-router'
import { choiceWords } from '#shared/choice-words.ts'
import type { Product } from '#shared/contract/product.ts'
import { findSizeGuide } from '#shared/size-guide.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/class-name.ts'
import { Icon } from '#ui/icon.tsx'
import { useBottomNotice } from '#ui/overlay/use-bottom-bar.ts'
import { DeliveryEstimate } from '#web/delivery/delivery-estimate.tsx'
import { Price } from '#web/item/price.tsx'
import { findSoldOut } from '#web/product/stock-alert/stock-alert-choice.ts'
import { useOpenOverlay } from '#web/state/overlay.ts'
import { AddToCartButton, BuyNowButton, StockNote, WishButton } from './buy-buttons.tsx'
import { ChoicePicker } from './choice-picker.tsx'
import { Gallery } from './gallery.tsx'
import { galleryPictures } from './gallery-picture.ts'
import { ProductDialogs } from './product-dialogs.tsx'
import { ProductNotes } from './product-notes.tsx'
import { Rating } from './rating.tsx'
import { Saving } from './saving.tsx'
import { ShareMenu } from './share-menu.tsx'
import { TagBadges } from './tag-badges.tsx'
import { type Purchase, useChoiceInAddress, usePurchase } from './use-purchase.ts'
import type { WantedChoice } from './wanted-choice.ts'

const BELL = { d: 'M5 17.5h14l-2-3V10a5 5 0 0 0-10 0v4.5zM10 20.5h4' }

/** At full size, a name this long would push the choices out of view. */
const LONG_NAME_CHARS = 32
const LONG_WORD_CHARS = 11
/**
 * 99vw for the full width of the window: at 412 px and a device pixel ratio of 1.75, the 720 file is then loaded and not
 * the next one, 1080.
 */
const GALLERY_SIZES = '(min-width: 1600px) 780px, (min-width: 768px) 48vw, 99vw'

function isLong(name: string): boolean {
  return name.length > LONG_NAME_CHARS || name.split(' ').some((word) => word.length > LONG_WORD_CHARS)
}

/** A product with everything to look at and choose. Give it the product's id as key: a choice belongs to one product. */
export function ProductDetail({ product, wanted }: { product: Product; wanted: WantedChoice }) {
  const purchase = usePurchase(product, wanted, useChoiceInAddress(wanted))
  const openOverlay = useOpenOverlay()
  const guide = findSizeGuide(product)
  const soldOut = findSoldOut(product, purchase.choice)
  const askFor = (size: string | null) => {
    const item = findSoldOut(product, { color: purchase.choice.color, size })
    if (item) openOverlay(`stock-alert:${item.key}`)
  }
  const { publicUrl } = useRouter().options.context
  const { color } = purchase.choice
  return (
    <div className="md:grid md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] md:gap-x-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-x-16">
      <div className="max-md:-mx-gutter md:max-lg:sticky md:max-lg:top-30 md:max-lg:self-start">
        <Gallery
          key={color}
          name={product.name}
          pictures={galleryPictures(product, color)}
          sizes={GALLERY_SIZES}
          thumbs="beside"
          overlay="pictures"
          isPriority
        />
      </div>
      <div className="grid grid-cols-1 content-start gap-6 pt-6 md:self-start md:pt-0 lg:sticky lg:top-24">
        <div className="grid grid-cols-1 gap-3">
          <div className="flex items-start justify-between gap-4">
            <h1
              className={classes(
                'display min-w-0 break-words',
                isLong(product.name) ? 'text-d-sm' : 'text-d-md',
              )}
            >
              {product.name}
            </h1>
            <ShareMenu
              name={product.name}
              price={purchase.price}
              url={`${publicUrl}/products/${product.id}${color && product.variants.length > 1 ? `?${new URLSearchParams({ color })}` : ''}`}
            />
          </div>
          <p className="text-[min(1.375rem,10vw)] leading-[1.35]">
            <Price price={purchase.price} original={purchase.original} />
          </p>
          <Saving product={product} price={purchase.price} original={purchase.original} />
          <Rating ratings={product.ratings} numReviews={product.numReviews} />
        </div>
        <p className="max-w-read whitespace-pre-line text-ink-soft">{product.description}</p>
        <StockNote left={soldOut ? 0 : purchase.left} isRetired={product.retired} />
        <ChoicePicker
          product={product}
          purchase={purchase}
          sizeHelp={{
            onGuide: guide && (() => openOverlay('size-guide')),
            onSoldOut: product.retired ? undefined : askFor,
          }}
        />
        <Actions product={product} purchase={purchase} />
        {product.qtyAvailable > 0 && <DeliveryEstimate />}
        {soldOut && !product.retired && <TellMeButton onPress={() => askFor(purchase.choice.size)} />}
        <Button
          variant="secondary"
          className="noscript:hidden"
          aria-haspopup="dialog"
          onClick={() => openOverlay('reviews')}
        >
          {product.numReviews > 0 ? `Reviews & Ratings (${product.numReviews})` : 'Reviews & Ratings'}
        </Button>
        <ProductNotes product={product} />
        <TagBadges tags={product.tags} />
      </div>
      <ProductDialogs product={product} guide={guide} chosenSize={purchase.choice.size} />
    </div>
  )
}

/** On a phone, whose screen has no room for what is chosen and the button at once, it stays at the bottom of the window. */
function BuyBar({ purchase }: { purchase: Purchase }) {
  const { color, size } = purchase.choice
  useBottomNotice()
  return (
    <div className="buy-bar">
      <p className="buy-bar-words">
        <Price price={purchase.price} original={purchase.original} />
        {/* As wide as there is room beside the button: only the price may move that to a line of its own. */}
        <span className="block w-0 min-w-full truncate text-ink-mute text-xs first-letter:uppercase">
          {choiceWords({ color: color ?? '', size: size ?? '' })}
        </span>
      </p>
      <AddToCartButton purchase={purchase} className="max-w-full grow" />
    </div>
  )
}

function Actions({ product, purchase }: { product: Product; purchase: Purchase }) {
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <BuyBar purchase={purchase} />
        <WishButton product={product} purchase={purchase} />
        {product.qtyAvailable > 0 && <BuyNowButton purchase={purchase} />}
      </div>
      <noscript>
        <p className="notice p-4 text-sm">The cart needs JavaScript. Please turn it on to buy.</p>
      </noscript>
    </div>
  )
}

function TellMeButton({ onPress }: { onPress: () => void }) {
  return (
    <Button
      variant="secondary"
      size="lg"
      className="noscript:hidden"
      aria-haspopup="dialog"
      onClick={onPress}
    >
      <Icon name={BELL} />
      Tell me when it's back
    </Button>
  )
}
