import { type CartItem, isSameLine, isSoldOut } from '#shared/cart.ts'
import { type CartChange, changeWords, soldOutWords } from '#shared/cart-change.ts'
import { choiceWords, lineName } from '#shared/choice-words.ts'
import { Stepper } from '#ui/form/stepper.tsx'
import { toast } from '#ui/toast/toast.ts'
import { ItemRow, LinePrice } from '#web/item/item-row.tsx'
import { useProductLink } from '#web/item/product-link.ts'
import { useCart } from '#web/state/cart.ts'
import { noMore } from './add-one.ts'
import { ChoiceChanger } from './choice-changer.tsx'
import { removeFromCart } from './remove-from-cart.ts'

/** A line of the cart, with what has changed since the shopper added it. */
export function CartLine({
  item,
  changes,
  isJustChanged,
  onChanged,
}: {
  item: CartItem
  changes: readonly CartChange[]
  /** Its colour or size was just changed, which made it a different line: the focus continues from here. */
  isJustChanged: boolean
  onChanged: (item: Pick<CartItem, 'id' | 'color' | 'size'>) => void
}) {
  const { items, setQuantity } = useCart()
  const { quantity } = item
  const named = lineName(item)
  const isOut = isSoldOut(item)
  const full = noMore(item, items)
  const remove = () => removeFromCart(item)
  return (
    <ItemRow
      item={item}
      link={useProductLink(item)}
      isFaded={isOut}
      remove={{ label: `Remove ${named}`, onPress: remove }}
    >
      {choiceWords(item) !== '' && (
        <ChoiceChanger item={item} isJustChanged={isJustChanged} onChanged={onChanged} />
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
      <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-3">
        {isOut ? (
          <p className="text-ink-mute text-xs">Not in the total</p>
        ) : (
          <Stepper
            named={named}
            value={quantity}
            onLess={quantity <= 1 ? remove : () => setQuantity(item, quantity - 1)}
            onMore={full ? null : () => setQuantity(item, quantity + 1)}
            onLimit={() => full && toast(full)}
          />
        )}
        <LinePrice price={item.price} quantity={isOut ? 1 : quantity} isMuted={isOut} />
      </div>
    </ItemRow>
  )
}
