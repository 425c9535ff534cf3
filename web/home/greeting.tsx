import { Link } from '@tanstack/react-router'
import { buyableLines, cartQuantity } from '#shared/cart.ts'
import { firstName } from '#shared/first-name.ts'
import { itemCount } from '#shared/item-count.ts'
import { buttonClass } from '#ui/button.tsx'
import { classes } from '#ui/class-name.ts'
import { useCart } from '#web/state/cart.ts'
import { useSession } from '#web/state/session.ts'

/** At full size a longer name would not fit on one line of a phone. */
const LONG_NAME_CHARS = 9

/** Greets the member by name, with one thing to continue with: the cart, if any of it can be bought. */
export function Greeting() {
  const name = useSession((session) => firstName(session.user?.fullName ?? ''))
  const inCart = useCart((cart) => cartQuantity(buyableLines(cart.items)))
  const hasSoldOut = useCart((cart) => inCart === 0 && cart.items.length > 0)
  return (
    <header className="on-accent bg-accent text-ink">
      <div className="page grid grid-cols-1 gap-8 py-10 sm:py-14 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-end lg:py-20">
        <h1
          className={classes(
            'display break-words',
            name.length > LONG_NAME_CHARS ? 'text-d-lg' : 'text-d-xl',
          )}
        >
          {`Hi ${name}`}
        </h1>
        <div className="grid justify-items-start gap-4 lg:max-w-80 lg:pb-3">
          <p className="text-lg">{cartWords(inCart, hasSoldOut)}</p>
          {inCart === 0 ? (
            <Link to="/products" className={buttonClass({ size: 'lg' })}>
              Shop All Merch
            </Link>
          ) : (
            <Link to="/checkout" className={buttonClass({ size: 'lg' })}>
              Proceed to Checkout
            </Link>
          )}
        </div>
      </div>
    </header>
  )
}

/** A cart that turns out to have sold out gets as few words as one that has not: nothing below moves. */
function cartWords(inCart: number, hasSoldOut: boolean): string {
  if (inCart > 0) return `You left ${itemCount(inCart)} in your cart.`
  return hasSoldOut
    ? 'Everything in your cart has sold out.'
    : 'Fresh off the line this week, plus what you viewed last.'
}
