import { type CartItem, isSameLine, isSoldOut, mostOf } from '#shared/cart.ts'
import { type CartChange, changeWords, soldOutWords } from '#shared/cart-change.ts'
import { useCart } from '#web/state/cart.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { Price } from '#web/ui/price.tsx'
import { ChoiceChanger } from './choice-changer.tsx'
import { PanelRow } from './panel-row.tsx'
import { removeFromCart } from './remove-from-cart.ts'

/** A line of the cart, with what changed in it since the shopper put it in. */
export function CartLine({
  item,
  changes,
  isJustChanged,
  onChanged,
}: {
  item: CartItem
  changes: readonly CartChange[]
  /** Its colour or size was changed a moment ago, which made it another line: the focus goes on from here. */
  isJustChanged: boolean
  onChanged: (item: Pick<CartItem, 'id' | 'color' | 'size'>) => void
}) {
  const setQuantity = useCart((cart) => cart.setQuantity)
  const choice = [item.color, item.size].filter(Boolean).join(' - ')
  const named = choice === '' ? item.name : `${item.name}, ${choice}`
  const isOut = isSoldOut(item)
  return (
    <PanelRow item={item} named={named} isOut={isOut} onRemove={() => removeFromCart(item)}>
      {choice !== '' && (
        <ChoiceChanger
          item={item}
          choice={choice}
          named={named}
          isJustChanged={isJustChanged}
          onChanged={onChanged}
        />
      )}
      {isOut ? (
        <p className="mt-2 font-semibold text-bad text-xs">{soldOutWords(item)}</p>
      ) : (
        changes
          .filter((change) => isSameLine(change, item))
          .map((change) => (
            <p key={change.kind} className="mt-2 border-accent border-l-4 pl-2 font-semibold text-xs">
              {changeWords(change)}
            </p>
          ))
      )}
      <div className="mt-auto flex flex-wrap items-end justify-between gap-2 pt-3">
        {isOut ? (
          <p className="text-ink-mute text-xs">Not part of the total</p>
        ) : (
          <div className="flex items-center border border-ink">
            <Step
              icon="minus"
              label={`One less of ${named}`}
              onClick={() =>
                item.quantity <= 1 ? removeFromCart(item) : setQuantity(item, item.quantity - 1)
              }
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
              isDisabled={item.quantity >= mostOf(item)}
              onClick={() => setQuantity(item, item.quantity + 1)}
            />
          </div>
        )}
        <Price price={item.price} className={isOut ? 'text-ink-mute' : ''} />
      </div>
    </PanelRow>
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
