import type { ComponentProps } from 'react'
import type { Product } from '#shared/contract/product.ts'
import { stockNote } from '#shared/purchase.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/class-name.ts'
import { Icon } from '#ui/icon.tsx'
import { useWishlistToggle } from '#web/wishlist/use-wishlist-toggle.ts'
import type { Purchase } from './use-purchase.ts'

/** The stock of the current choice, announced when it changes. */
export function StockNote({ left, isRetired = false }: { left: number; isRetired?: boolean | undefined }) {
  const note = isRetired ? 'No longer sold' : stockNote(left)
  const isPlenty = note === 'In Stock'
  return (
    <p role="status" className="flex items-center gap-2 text-sm">
      <span
        aria-hidden="true"
        className={classes(
          'size-2 forced-color-adjust-none',
          left === 0 ? 'bg-bad' : isPlenty ? 'bg-good' : 'bg-accent',
        )}
      />
      <span>{note}</span>
    </p>
  )
}

type BuyProps = Omit<ComponentProps<typeof Button>, 'ref'> & { purchase: Purchase }

/** While a choice is missing it looks and reads disabled, but a press leads to what is missing. */
function BuyButton({ purchase, ...rest }: BuyProps) {
  const { canBuy, missing } = purchase
  return <Button size="lg" {...rest} disabled={!canBuy && missing === null} aria-disabled={!canBuy} />
}

export function AddToCartButton({ purchase, className }: { purchase: Purchase; className?: string }) {
  return (
    <BuyButton purchase={purchase} className={className} onClick={purchase.addToCart}>
      {purchase.label}
    </BuyButton>
  )
}

export function BuyNowButton({ purchase }: { purchase: Purchase }) {
  return (
    <BuyButton purchase={purchase} variant="accent" className="grow md:basis-full" onClick={purchase.buyNow}>
      Buy Now
    </BuyButton>
  )
}

export function WishButton({ product, purchase }: { product: Product; purchase: Purchase }) {
  const { id, name, qtyAvailable } = product
  const { image, color } = purchase.item
  const { isWishlisted, toggle } = useWishlistToggle({ id, name, image, color, qtyAvailable }, purchase.price)
  return (
    <Button
      variant="secondary"
      size="icon"
      className="size-14 noscript:hidden"
      aria-pressed={isWishlisted}
      aria-label={`${name}: wishlist`}
      onClick={toggle}
    >
      <Icon name={isWishlisted ? 'heart-filled' : 'heart'} />
    </Button>
  )
}
