import { Link } from '@tanstack/react-router'
import { type CartItem, cartQuantity, cartTotal } from '#shared/cart.ts'
import { formatNaira } from '#shared/naira.ts'
import { useCart } from '#web/state/cart.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Price } from '#web/ui/price.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { EmptyPanel } from './empty-panel.tsx'
import { ItemPicture } from './item-picture.tsx'

export function CartPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const items = useCart((cart) => cart.items)
  return (
    <Panel
      title={`Shopping Cart (${cartQuantity(items)})`}
      description="Review your items before checkout"
      isOpen={isOpen}
      onClose={onClose}
      footer={items.length > 0 && <Totals items={items} />}
    >
      {items.length === 0 ? (
        <EmptyPanel icon="bag" title="Your cart is empty" text="Add some products to get started" />
      ) : (
        <ul className="divide-y divide-line">
          {items.map((item) => (
            <Line key={`${item.id} ${item.color} ${item.size}`} item={item} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Line({ item }: { item: CartItem }) {
  const setQuantity = useCart((cart) => cart.setQuantity)
  const choice = [item.color, item.size].filter(Boolean).join(' - ')
  const named = choice === '' ? item.name : `${item.name}, ${choice}`
  return (
    <li className="flex gap-4 py-5">
      <ItemPicture src={item.image} />
      <div className="flex min-w-0 grow flex-col">
        <div className="flex items-start justify-between gap-1">
          <Link
            to="/products/$id"
            params={{ id: item.id }}
            replace
            className="line-clamp-2 font-semibold text-sm leading-snug hover:text-accent-text"
          >
            {item.name}
          </Link>
          <button
            type="button"
            aria-label={`Remove ${named}`}
            className="tap -mt-3 -mr-3 grid shrink-0 place-items-center text-ink-mute hover:text-bad"
            onClick={() => remove(item)}
          >
            <Icon name="trash" />
          </button>
        </div>
        <p className="text-ink-mute text-xs capitalize">{choice}</p>
        <div className="mt-auto flex flex-wrap items-end justify-between gap-2 pt-3">
          <div className="flex items-center border border-ink">
            <Step
              icon="minus"
              label={`One less of ${named}`}
              onClick={() => (item.quantity <= 1 ? remove(item) : setQuantity(item, item.quantity - 1))}
            />
            <output
              aria-label={`Quantity of ${named}`}
              className="min-w-8 text-center font-bold text-sm tabular"
            >
              {item.quantity}
            </output>
            <Step
              icon="plus"
              label={`One more of ${named}`}
              isDisabled={item.quantity >= item.qtyAvailable}
              onClick={() => setQuantity(item, item.quantity + 1)}
            />
          </div>
          <Price price={item.price} />
        </div>
      </div>
    </li>
  )
}

function Step({
  icon,
  label,
  isDisabled = false,
  onClick,
}: {
  icon: IconName
  label: string
  isDisabled?: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={isDisabled}
      className="tap grid place-items-center hover:bg-ink hover:text-paper disabled:cursor-not-allowed disabled:bg-transparent disabled:text-line-strong"
      onClick={onClick}
    >
      <Icon name={icon} className="size-4" />
    </button>
  )
}

function Totals({ items }: { items: readonly CartItem[] }) {
  return (
    <>
      <p className="flex items-baseline justify-between">
        <span className="label text-xs">Total</span>
        <strong className="amount text-d-sm">{formatNaira(cartTotal(items))}</strong>
      </p>
      <p className="mt-1 text-ink-mute text-xs">Delivery is added at checkout, by place.</p>
      <Link to="/checkout" replace className={buttonClass({ variant: 'accent', size: 'lg' }, 'mt-4 w-full')}>
        Proceed to Checkout
      </Link>
      <Button variant="ghost" size="sm" className="mt-2 w-full" onClick={clear}>
        Clear Cart
      </Button>
    </>
  )
}

function remove(item: CartItem): void {
  const { items, remove: removeFromCart, restore } = useCart.getState()
  const position = items.indexOf(item)
  removeFromCart(item)
  toast({
    title: 'Item Removed',
    description: 'Item has been removed from your cart.',
    action: { label: 'Undo', onSelect: () => restore(item, position) },
  })
}

function clear(): void {
  const { items, clear: clearCart, restore } = useCart.getState()
  clearCart()
  toast({
    title: 'Cart cleared',
    action: { label: 'Undo', onSelect: () => items.forEach(restore) },
  })
}
