import { type CartItem, isSoldOut } from '#shared/cart.ts'
import { soldOutWords } from '#shared/cart-change.ts'
import { choiceWords, lineName } from '#shared/choice-words.ts'
import { Stepper } from '#ui/form/stepper.tsx'
import { toast } from '#ui/toast/toast.ts'
import { noMore } from '#web/cart/add-one.ts'
import { ItemRow, LinePrice } from '#web/item/item-row.tsx'
import { productLink } from '#web/item/product-link.ts'
import { useCart } from '#web/state/cart.ts'

/** `isFixed`: the line has been submitted for payment and cannot be changed. */
export function OrderLine({
  item,
  isFixed,
  onRemove,
}: {
  item: CartItem
  isFixed: boolean
  onRemove: () => void
}) {
  const { items, setQuantity } = useCart()
  const { quantity } = item
  const isOut = isSoldOut(item)
  const named = lineName(item)
  const full = noMore(item, items)
  return (
    <ItemRow
      item={item}
      link={productLink(item)}
      isFaded={isOut}
      remove={{ label: `Remove ${named}`, onPress: isFixed ? null : onRemove }}
    >
      <div className="mt-1 flex flex-wrap justify-between gap-x-2 text-sm">
        <p className="text-ink-mute first-letter:uppercase">{choiceWords(item)}</p>
        {isOut && <LinePrice price={item.price} isMuted />}
      </div>
      {/* Both take the same space: a line that sells out while the shopper is here must not move the lines below it. */}
      <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-3">
        {isOut ? (
          <p className="min-h-11 font-semibold text-bad text-sm leading-snug">
            {`${soldOutWords(item)}. Not part of this order.`}
          </p>
        ) : (
          <>
            <Stepper
              named={named}
              value={quantity}
              onLess={isFixed || quantity <= 1 ? null : () => setQuantity(item, quantity - 1)}
              onMore={isFixed || full ? null : () => setQuantity(item, quantity + 1)}
              onLimit={isFixed ? undefined : () => full && toast(full)}
            />
            <LinePrice price={item.price} quantity={quantity} />
          </>
        )}
      </div>
    </ItemRow>
  )
}
