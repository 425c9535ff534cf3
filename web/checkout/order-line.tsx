import { Link } from '@tanstack/react-router'
import { type CartItem, isSoldOut, mostOf } from '#shared/cart.ts'
import { lineName, soldOutWords } from '#shared/cart-change.ts'
import { formatNaira } from '#shared/naira.ts'
import { classes } from '#web/ui/class-name.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'

export function OrderLine({
  item,
  onQuantity,
  onRemove,
}: {
  item: CartItem
  onQuantity: (quantity: number) => void
  onRemove: () => void
}) {
  const most = mostOf(item)
  const isOut = isSoldOut(item)
  const name = lineName(item)
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-4 border-line border-b py-5">
      <Link to="/products/$id" params={{ id: item.id }} tabIndex={-1} aria-hidden="true">
        <Picture
          src={item.image}
          alt=""
          sizes="88px"
          className={classes('aspect-4/5 w-full object-cover', isOut && 'opacity-45')}
        />
      </Link>
      <div className="flex min-w-0 flex-col">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <Link
              to="/products/$id"
              params={{ id: item.id }}
              className="-my-3 block py-3 font-bold leading-tight hover:underline"
            >
              {item.name}
            </Link>
            <p className="mt-1 text-ink-mute text-sm capitalize">
              {[item.color, item.size].filter(Boolean).join(' - ')}
            </p>
          </div>
          <button
            type="button"
            aria-label={`Remove ${name}`}
            onClick={onRemove}
            className="tap -mt-2.5 -mr-3 grid shrink-0 place-items-center hover:text-accent-text"
          >
            <Icon name="trash" />
          </button>
        </div>
        {isOut && (
          <p className="mt-2 font-semibold text-bad text-sm">
            {soldOutWords(item)}. It stays in your cart and is not part of this order.
          </p>
        )}
        <div className="mt-auto flex flex-wrap items-end justify-between gap-x-3 gap-y-2 pt-3">
          {!isOut && (
            <fieldset className="flex min-w-0 items-center border border-line-strong">
              <legend className="sr-only">Quantity of {name}</legend>
              <Step
                icon="minus"
                label={`One less of ${name}`}
                isOff={item.quantity <= 1}
                onPress={() => onQuantity(item.quantity - 1)}
              />
              <output className="tabular min-w-8 text-center font-bold text-sm">{item.quantity}</output>
              <Step
                icon="plus"
                label={`One more of ${name}`}
                isOff={item.quantity >= most}
                onPress={() => onQuantity(item.quantity + 1)}
              />
            </fieldset>
          )}
          <p className={classes('tabular ml-auto text-right', isOut && 'text-ink-mute')}>
            <span className="font-bold">{formatNaira(item.price)}</span>
            {item.quantity > 1 && !isOut && <span className="text-ink-mute text-sm"> each</span>}
          </p>
        </div>
      </div>
    </li>
  )
}

/** Stays in the tab order when it can go no further: a button that vanishes under the finger loses its focus. */
function Step(step: { icon: IconName; label: string; isOff: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={step.label}
      aria-disabled={step.isOff}
      onClick={() => !step.isOff && step.onPress()}
      className="tap grid place-items-center hover:bg-paper-deep aria-disabled:cursor-not-allowed aria-disabled:text-line-strong aria-disabled:hover:bg-transparent"
    >
      <Icon name={step.icon} className="size-4" />
    </button>
  )
}
