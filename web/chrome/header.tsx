import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { cartQuantity } from '#shared/cart.ts'
import { firstName } from '#shared/first-name.ts'
import { shop } from '#shop.config'
import { classes } from '#ui/class-name.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { SearchBox } from '#web/chrome/search/search-box.tsx'
import { useCart } from '#web/state/cart.ts'
import { useOverlay } from '#web/state/overlay.ts'
import { useSession } from '#web/state/session.ts'
import { useWishlist } from '#web/state/wishlist.ts'
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
        className="grid grid-cols-[auto_1fr_auto_auto] desk:min-h-18 desk:grid-cols-[auto_auto_1fr_auto_auto_auto]"
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
  const overlay = useOverlay()
  return (
    <button
      type="button"
      aria-label="Menu"
      aria-haspopup="dialog"
      className={classes(CELL, NARROW, 'desk:hidden noscript:hidden')}
      onClick={() => overlay.open('menu')}
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
            <span className="truncate">Hi {firstName(user.fullName)}</span>
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
  const overlay = useOverlay()
  return (
    <CountButton
      icon="heart"
      name="Wishlist"
      count={count}
      unit={count === 1 ? 'product' : 'products'}
      onClick={() => overlay.open('wishlist')}
    />
  )
}

function CartButton() {
  const quantity = useCart((cart) => cartQuantity(cart.items))
  const overlay = useOverlay()
  return (
    <CountButton
      icon="bag"
      name="Cart"
      count={quantity}
      unit={quantity === 1 ? 'item' : 'items'}
      onClick={() => overlay.open('cart')}
    />
  )
}

function CountButton({
  icon,
  name,
  count,
  unit,
  onClick,
}: {
  icon: IconName
  name: string
  count: number
  unit: string
  onClick: () => void
}) {
  return (
    <button
      type="button"
      aria-label={count === 0 ? name : `${name}, ${count} ${unit}`}
      aria-haspopup="dialog"
      className={classes(
        CELL,
        NARROW,
        'relative border-l quick-colors hover:bg-ink hover:text-paper desk:w-18 noscript:hidden',
      )}
      onClick={onClick}
    >
      <Icon name={icon} className="size-6 max-w-full" />
      <CountBadge count={count} />
    </button>
  )
}

function CountBadge({ count }: { count: number }): ReactNode {
  if (count === 0) return null
  return <span className="count-badge">{count}</span>
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
