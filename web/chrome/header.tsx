import { Link } from '@tanstack/react-router'
import { cartQuantity } from '#shared/cart.ts'
import { firstName } from '#shared/first-name.ts'
import { shop } from '#shop.config'
import { classes } from '#ui/class-name.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { SearchBox } from '#web/chrome/search/search-box.tsx'
import { useCart } from '#web/state/cart.ts'
import { type OverlayName, useOpenOverlay } from '#web/state/overlay.ts'
import { useSession } from '#web/state/session.ts'
import { useWishlist } from '#web/state/wishlist.ts'
import flags from './flags.svg?url'
import { useLogOut } from './use-log-out.ts'
import { Wordmark } from './wordmark.tsx'

const CELL = 'grid place-items-center border-ink'
/** Three of them fit next to the wordmark, even where text is twice as large. */
const NARROW = 'min-h-13 w-[min(3.25rem,15vw)]'
const LINK = 'label flex items-center px-4 text-xs quick-colors hover:bg-ink hover:text-paper xl:px-6'

/** Cells separated by hairlines. On phones, and where the text is too large for one row, the search box has its own row. */
export function Header() {
  return (
    <header className="@container sticky top-0 z-30 border-ink border-y bg-paper">
      <nav
        aria-label="Main"
        className="mx-auto grid max-w-page grid-cols-[auto_1fr_auto_auto] desk:min-h-18 desk:grid-cols-[auto_auto_1fr_auto_auto_auto]"
      >
        <MenuButton />
        <Link
          to="/"
          aria-label={`${shop.brand}, home`}
          className={classes(
            CELL,
            'min-h-13 justify-items-start border-l px-[min(1rem,4.5vw)] noscript:border-l-0 desk:border-l-0 desk:pr-8 desk:pl-(--spacing-gutter)',
          )}
        >
          <Wordmark className="text-[min(2.125rem,17vw)] desk:text-[2.75rem]" />
        </Link>
        <div className="hidden border-ink border-x desk:flex">
          <Link to="/products" className={LINK} activeProps={{ className: 'chosen' }}>
            All Merch
          </Link>
          <CoppedLink />
        </div>
        <SearchBox className="order-last col-span-full border-ink border-t desk:order-none desk:col-auto desk:border-t-0" />
        <Account />
        <WishlistButton />
        <CartButton />
      </nav>
      <NavWithoutScript />
    </header>
  )
}

function MenuButton() {
  const openOverlay = useOpenOverlay()
  return (
    <button
      type="button"
      aria-label="Menu"
      aria-haspopup="dialog"
      className={classes(CELL, NARROW, 'desk:hidden noscript:hidden')}
      onClick={() => openOverlay('menu')}
    >
      <Icon name="menu" className="size-6" />
    </button>
  )
}

function CoppedLink() {
  const isSignedIn = useSession((session) => session.user !== null)
  if (!isSignedIn) return null
  return (
    <Link to="/orders" className={classes(LINK, 'border-ink border-l')} activeProps={{ className: 'chosen' }}>
      Copped
    </Link>
  )
}

function Account() {
  const user = useSession((session) => session.user)
  const logOut = useLogOut()
  return (
    <div className="hidden border-ink border-l desk:flex">
      {user === null ? (
        <Link to="/login" className={LINK}>
          Login / Signup
        </Link>
      ) : (
        <>
          <span className="flex max-w-40 items-center truncate pl-4 text-sm xl:pl-6">
            <span className="truncate">{`Hi ${firstName(user.fullName)}`}</span>
          </span>
          <button type="button" className={LINK} onClick={logOut}>
            Logout
          </button>
        </>
      )}
    </div>
  )
}

function WishlistButton() {
  const count = useWishlist((list) => list.items.length)
  return <CountButton overlay="wishlist" icon="heart" name="Wishlist" count={count} unit="product" />
}

function CartButton() {
  const count = useCart((cart) => cartQuantity(cart.items))
  return <CountButton overlay="cart" icon="bag" name="Cart" count={count} unit="item" />
}

function CountButton({
  overlay,
  icon,
  name,
  count,
  unit,
}: {
  overlay: OverlayName
  icon: IconName
  name: string
  count: number
  unit: string
}) {
  const openOverlay = useOpenOverlay()
  return (
    <button
      type="button"
      aria-label={count === 0 ? name : `${name}, ${count} ${count === 1 ? unit : `${unit}s`}`}
      aria-haspopup="dialog"
      className={classes(
        CELL,
        NARROW,
        'relative border-l quick-colors hover:bg-ink hover:text-paper desk:w-18 noscript:hidden',
      )}
      onClick={() => openOverlay(overlay)}
    >
      <Icon name={icon} className="size-6 max-w-full" />
      {count > 0 && <span className="count-badge">{count}</span>}
    </button>
  )
}

/** Without script there is no menu panel: the links form a row. */
function NavWithoutScript() {
  return (
    <div className="hidden border-ink border-t noscript:flex desk:hidden">
      <Link to="/products" className={classes(LINK, 'min-h-11')}>
        All Merch
      </Link>
      <Link to="/login" className={classes(LINK, 'min-h-11')}>
        Login / Signup
      </Link>
    </div>
  )
}

/** Each with its flag in the file of flags. */
const COUNTRIES = [
  { tag: 'NG', name: 'Nigeria' },
  { tag: 'US', name: 'United States' },
  { tag: 'UK', name: 'United Kingdom' },
]

export function TopStrip() {
  return (
    <section aria-label="Delivery and offers" className="on-ink bg-ink text-paper">
      <div className="page flex min-h-9 items-center justify-between gap-4">
        <ul className="flex items-center gap-2.5 sm:gap-5" aria-label="We deliver to">
          {COUNTRIES.map(({ tag, name }) => (
            <li key={tag} className="flex items-center gap-1.5">
              <svg viewBox="0 0 18 12" aria-hidden="true" className="h-3 w-4.5 shrink-0">
                <use href={`${flags}#${tag}`} />
              </svg>
              <abbr title={name} className="label text-2xs no-underline">
                {tag}
              </abbr>
            </li>
          ))}
        </ul>
        <p className="label truncate text-2xs max-sm:[letter-spacing:0] max-sm:[font-stretch:72%] max-sm:[word-spacing:0.16em] max-[345px]:hidden">
          <span className="text-accent">{shop.promo.banner}</span>
          <span className="max-md:hidden"> — {shop.promo.delivery}</span>
        </p>
      </div>
    </section>
  )
}
