import { Link } from '@tanstack/react-router'
import { formatNaira } from '#shared/naira.ts'
import { Badge } from '#ui/badge.tsx'
import { classes } from '#ui/class-name.ts'
import { Picture } from '#web/item/picture.tsx'
import { productLink } from '#web/item/product-link.ts'
import { useWishlist, type WishlistItem } from '#web/state/wishlist.ts'

const SHOWN = 4

/** The latest products of the wishlist; renders nothing without any. */
export function WishlistStrip() {
  const items = useWishlist((list) => list.items)
  if (items.length === 0) return null
  return (
    <section aria-labelledby="wished">
      <h2 id="wished" className="display flex min-h-11.5 items-end border-ink border-b-2 pb-3 text-d-xs">
        On your wishlist
      </h2>
      <ul className="grid grid-cols-2 gap-3 pt-5 sm:grid-cols-4">
        {items
          .slice(-SHOWN)
          .reverse()
          .map((item) => (
            <WishlistCard key={item.id} item={item} />
          ))}
      </ul>
    </section>
  )
}

/** Sold out it looks like a card that is, in the same space. */
function WishlistCard({ item }: { item: WishlistItem }) {
  const isSoldOut = item.qtyAvailable <= 0
  return (
    <li className={classes('group relative', isSoldOut && 'text-ink-mute')}>
      <Picture
        src={item.image}
        alt=""
        sizes="(min-width: 1024px) 12vw, (min-width: 640px) 22vw, 45vw"
        className={classes('aspect-4/5 w-full object-cover', isSoldOut && 'faded')}
      />
      {isSoldOut && (
        <Badge tone="plain" className="absolute top-2 left-2 max-w-[calc(100%-1rem)] whitespace-normal">
          {item.isGone ? 'No longer sold' : 'Sold out'}
        </Badge>
      )}
      <Link
        {...productLink(item)}
        className="mt-2 block text-sm leading-snug after:absolute after:inset-0 group-hover:underline"
      >
        {item.name}
      </Link>
      <p className="money mt-0.5 font-bold text-sm">{formatNaira(item.price)}</p>
    </li>
  )
}
