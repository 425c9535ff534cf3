import { Link } from '@tanstack/react-router'
import { formatNaira } from '#shared/naira.ts'
import { useWishlist } from '#web/state/wishlist.ts'
import { Picture } from '#web/ui/picture.tsx'

const SHOWN = 4

/** The latest wishes; renders nothing without any. */
export function Wished() {
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
          .toReversed()
          .map((item) => (
            <li key={item.id} className="group relative">
              <Picture
                src={item.image}
                alt=""
                sizes="(min-width: 1024px) 12vw, (min-width: 640px) 22vw, 45vw"
                className="aspect-4/5 w-full object-cover"
              />
              <Link
                to="/products/$id"
                params={{ id: item.id }}
                className="mt-2 block text-sm leading-snug after:absolute after:inset-0 group-hover:underline"
              >
                {item.name}
              </Link>
              <p className="tabular mt-0.5 font-bold text-sm">{formatNaira(item.price)}</p>
            </li>
          ))}
      </ul>
    </section>
  )
}
