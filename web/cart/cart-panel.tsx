import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { buyableLines, type CartItem, type CartKey, cartQuantity, isSameLine } from '#shared/cart.ts'
import { cartTotal, overLimitWords } from '#shared/cart-total.ts'
import { formatNaira } from '#shared/naira.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { classes } from '#ui/class-name.ts'
import { Panel } from '#ui/overlay/panel.tsx'
import { CartDelivery } from '#web/delivery/cart-delivery.tsx'
import { useDelivery } from '#web/delivery/place-select.tsx'
import { EmptyPanel } from '#web/item/empty-panel.tsx'
import { useCart } from '#web/state/cart.ts'
import { CartLine } from './cart-line.tsx'
import { checkCart } from './check-cart.ts'
import { clearCart } from './remove-from-cart.ts'

export function CartPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const items = useCart((cart) => cart.items)
  const unseen = useCart((cart) => cart.unseen)
  const [justChanged, setJustChanged] = useState<CartKey | null>(null)
  const { api } = useRouter().options.context
  useEffect(() => {
    if (!isOpen) return
    void checkCart(api)
    return () => {
      useCart.getState().see()
      setJustChanged(null)
    }
  }, [api, isOpen])
  return (
    <Panel
      title={`Shopping Cart (${cartQuantity(items)})`}
      description="Review your items before checkout"
      isOpen={isOpen}
      onClose={onClose}
      footer={items.length > 0 && <Totals items={items} />}
    >
      <p role="status" className={unseen.length > 0 ? 'pt-4 font-bold text-sm' : 'sr-only'}>
        {unseen.length > 0 && 'Your cart has changed since you last saw it.'}
      </p>
      {items.length === 0 ? (
        <EmptyPanel icon="bag" title="Your cart is empty" text="Add some products to get started" />
      ) : (
        <ul className="ruled">
          {items.map((item) => (
            <CartLine
              key={`${item.id} ${item.color} ${item.size}`}
              item={item}
              changes={unseen}
              isJustChanged={justChanged !== null && isSameLine(justChanged, item)}
              onChanged={setJustChanged}
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** An amount that does not fit next to its label has a row of its own. */
const ROW = 'flex flex-wrap items-baseline justify-between gap-x-4'

function Totals({ items }: { items: readonly CartItem[] }) {
  const isBuyable = buyableLines(items).length > 0
  const { chosen, isAwaited } = useDelivery({ isWanted: isBuyable })
  const tooMany = overLimitWords(items)
  return (
    <>
      {isBuyable && <CartDelivery />}
      <div role="status">
        {tooMany && <p className="notice mt-3 py-1 pl-3 font-semibold text-sm">{tooMany}</p>}
      </div>
      <dl className="mt-3 grid gap-y-1">
        {isBuyable && (chosen || isAwaited) && (
          <>
            <div className={classes(ROW, 'text-sm')}>
              <dt>Subtotal</dt>
              <dd className="money ml-auto">{formatNaira(cartTotal(items))}</dd>
            </div>
            <div className={classes(ROW, 'text-sm')}>
              <dt>Shipping</dt>
              <dd className="money ml-auto">{chosen ? formatNaira(chosen.amount) : '…'}</dd>
            </div>
          </>
        )}
        <div className={ROW}>
          <dt className="label text-xs">Total</dt>
          <dd className="amount ml-auto text-d-sm">
            {formatNaira(cartTotal(items, isBuyable ? chosen?.amount : 0))}
          </dd>
        </div>
      </dl>
      {isBuyable && !chosen && !isAwaited && (
        <p className="mt-1 text-ink-mute text-xs">Delivery is added at checkout.</p>
      )}
      <Link to="/checkout" replace className={buttonClass({ variant: 'accent', size: 'lg' }, 'mt-4 w-full')}>
        Proceed to Checkout
      </Link>
      <Button variant="ghost" size="sm" className="mt-2 w-full" onClick={clearCart}>
        Clear Cart
      </Button>
    </>
  )
}
